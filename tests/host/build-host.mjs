/** Builds the host's page into a folder: host.js, host.css, index.html, the font, and what obsidian.d.ts declares. */

import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import ts from 'typescript';
import { NODE_MODULES } from '../../plugin/scripts/places.mjs';

const HERE = fileURLToPath(new URL('.', import.meta.url));

const PAGE = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="referrer" content="no-referrer">
<title>Test host (not Obsidian)</title><link rel="icon" href="data:,"><link rel="stylesheet" href="host.css"></head>
<body><script src="host.js"></script></body>
</html>
`;

/** @param {string} folder absolute; made if need be */
export async function buildHost(folder) {
  mkdirSync(folder, { recursive: true });
  await build({
    entryPoints: [join(HERE, 'page', 'main.ts')],
    outfile: join(folder, 'host.js'),
    bundle: true,
    format: 'iife',
    platform: 'browser',
    target: 'chrome108', // Electron 22's
    charset: 'utf8',
    keepNames: true,
    // Not Node's own modules of these names.
    alias: { buffer: join(NODE_MODULES, 'buffer', 'index.js'), events: join(NODE_MODULES, 'events', 'events.js') },
    logLevel: 'warning',
  });
  writeFileSync(join(folder, 'index.html'), PAGE);
  copyFileSync(join(HERE, 'page', 'host.css'), join(folder, 'host.css'));
  copyFileSync(join(NODE_MODULES, '@fontsource-variable', 'inter', 'files', 'inter-latin-wght-normal.woff2'), join(folder, 'inter.woff2'));
}

/**
 * The classes with their members, and the other values, that obsidian.d.ts declares.
 * @returns {{ classes: Record<string, { members: string[], statics: string[], parent: string | null }>, values: string[] }}
 */
export function declaredApi() {
  const file = join(NODE_MODULES, 'obsidian', 'obsidian.d.ts');
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
  /** @type {ReturnType<typeof declaredApi>} */
  const api = { classes: {}, values: [] };
  for (const node of source.statements) {
    if (ts.isClassDeclaration(node) && node.name !== undefined) {
      const parent = node.heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)?.types[0]?.expression;
      api.classes[node.name.text] = { ...membersOf(node), parent: parent !== undefined && ts.isIdentifier(parent) ? parent.text : null };
    } else if (ts.isFunctionDeclaration(node) && node.name !== undefined) api.values.push(node.name.text);
    else if (ts.isVariableStatement(node)) {
      for (const { name } of node.declarationList.declarations) if (ts.isIdentifier(name)) api.values.push(name.text);
    } else if (ts.isEnumDeclaration(node)) api.values.push(node.name.text);
  }
  api.values = [...new Set(api.values)];
  return api;
}

/**
 * Methods only: a field of a class is written by whoever makes the object, so its absence cannot be told from "not set".
 * @param {ts.ClassDeclaration} node
 */
function membersOf(node) {
  const methods = node.members.filter((member) => ts.isMethodDeclaration(member) && member.questionToken === undefined && ts.isIdentifier(member.name));
  const isStatic = (/** @type {ts.ClassElement} */ member) => (ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Static) !== 0;
  // An abstract method is the subclass's to write.
  const isAbstract = (/** @type {ts.ClassElement} */ member) => (ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Abstract) !== 0 && node.name?.text !== 'Editor';
  const names = (/** @type {readonly ts.ClassElement[]} */ list) => [...new Set(list.map((member) => /** @type {ts.Identifier} */ (member.name).text))];
  return { members: names(methods.filter((member) => !isStatic(member) && !isAbstract(member))), statics: names(methods.filter(isStatic)) };
}
