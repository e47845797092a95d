import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tables } from '../../plugin/scripts/environment.mjs';
import { PROJECT } from '../../plugin/scripts/places.mjs';

const TOML = `
[project] # a comment
name = "x"
dependencies = [
  "a>=1",
]

[project.scripts]
x = "x:main"

[dependency-groups]
dev = [
  "b>=2",
]

[tool.ruff]
line-length = 120

[[tool.mypy.overrides]]
module = ["c"]

[tool.hatch.build.targets.wheel]
packages = ["x"]
`;

test('only the tables asked for, each to its end', () => {
	const lines = tables(TOML, /^\[(project|tool\.hatch)\b/).split('\n').filter((line) => line !== '');
	expect(lines).toEqual([
		'[project] # a comment',
		'name = "x"',
		'dependencies = [',
		'  "a>=1",',
		']',
		'[project.scripts]',
		'x = "x:main"',
		'[tool.hatch.build.targets.wheel]',
		'packages = ["x"]',
	]);
});

test('line endings do not count, so that a checkout on Windows does not install again', () => {
	expect(tables(TOML.replaceAll('\n', '\r\n'), /^\[project\b/)).toBe(tables(TOML, /^\[project\b/));
});

test("the project's own file: dependencies count, linter settings do not", () => {
	const pyproject = readFileSync(join(PROJECT, 'pyproject.toml'), 'utf8');
	const counted = tables(pyproject, /^\[(build-system|project|tool\.hatch)\b/);
	expect(counted).toContain('hatchling');
	expect(counted).toContain('apsw');
	expect(counted).toContain('[project.scripts]');
	expect(counted).not.toContain('line-length');
	expect(counted).not.toContain('pytest>=');
	expect(tables(pyproject, /^\[dependency-groups\]/)).toContain('pytest>=');
});
