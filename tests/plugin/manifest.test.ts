import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PROJECT } from '../../plugin/scripts/places.mjs';

const text = (name: string): string => readFileSync(join(PROJECT, name), 'utf8');
const json = (name: string): Record<string, unknown> => JSON.parse(text(name)) as Record<string, unknown>;

const manifest = json('manifest.json') as Record<'id' | 'name' | 'version' | 'minAppVersion' | 'description', string>;

test('every file that names a version names the same one', () => {
	const lock = json('package-lock.json') as { version: string; packages: Record<string, { version: string }> };
	expect({
		package: json('package.json')['version'],
		lock: lock.version,
		lockRoot: lock.packages['']?.version,
		pyproject: /^version = "(.+)"$/m.exec(text('pyproject.toml'))?.[1],
		luneta: /^__version__ = "(.+)"$/m.exec(text('sidecar/luneta/__init__.py'))?.[1],
	}).toEqual({
		package: manifest.version,
		lock: manifest.version,
		lockRoot: manifest.version,
		pyproject: manifest.version,
		luneta: manifest.version,
	});
	expect(json('versions.json')[manifest.version]).toBe(manifest.minAppVersion);
});

test("the manifest obeys the directory's rules", () => {
	expect(manifest).toMatchObject({ id: 'luneta', name: 'Luneta', minAppVersion: '1.13.0', isDesktopOnly: true });
	expect(manifest.version).toMatch(/^\d+\.\d+\.\d+$/);
	expect(manifest.description).toMatch(/^[A-Z][\x20-\x7e]{8,248}\.$/);
	for (const shown of [manifest.id, manifest.name, manifest.description]) expect(shown).not.toMatch(/obsidian|plugin/i);
});

test('the lock file leaves it to each machine where packages come from', () => {
	expect(text('package-lock.json')).not.toMatch(/"resolved"|https?:\/\/[^"]*\.tgz/);
});
