import { expect, test } from 'vitest';
import { programName, sidecarFolders } from '../../plugin/src/sidecar-places';

const LINUX = { platform: 'linux', home: '/home/ana', env: { PATH: '/usr/local/bin:/opt/x y/bin::relative/bin:.' } };
const MAC = { platform: 'darwin', home: '/Users/ana', env: { PATH: '/usr/bin:/bin' } };
const WINDOWS = {
	platform: 'win32',
	home: 'C:\\Users\\Ana',
	env: { Path: 'C:\\Tools;"D:\\Program Files\\Bin";tools;;\\\\server\\share\\bin', LOCALAPPDATA: 'C:\\Users\\Ana\\AppData\\Local' },
};

test('PATH comes first, in its order, without what is relative to some folder', () => {
	expect(sidecarFolders(LINUX).slice(0, 2)).toEqual(['/usr/local/bin', '/opt/x y/bin']);
	expect(sidecarFolders(WINDOWS).slice(0, 3)).toEqual(['C:\\Tools', 'D:\\Program Files\\Bin', '\\\\server\\share\\bin']);
	for (const folder of sidecarFolders(LINUX)) expect(folder).toMatch(/^\//);
	for (const folder of sidecarFolders(WINDOWS)) expect(folder).toMatch(/^([A-Z]:\\|\\\\)/);
});

test.each([
	['uv and pipx', LINUX, '/home/ana/.local/bin'],
	["uv's own folder", LINUX, '/home/ana/.local/share/uv/tools/luneta/bin'],
	["pipx's own folder", LINUX, '/home/ana/.local/share/pipx/venvs/luneta/bin'],
	['uv told otherwise', { ...LINUX, env: { UV_TOOL_BIN_DIR: '/opt/uv' } }, '/opt/uv'],
	['pipx told otherwise', { ...LINUX, env: { PIPX_HOME: '/opt/pipx' } }, '/opt/pipx/venvs/luneta/bin'],
	['Homebrew on Apple silicon', MAC, '/opt/homebrew/bin'],
	['Homebrew on Intel', MAC, '/usr/local/bin'],
	['pip --user on a Mac', MAC, '/Users/ana/Library/Python/*/bin'],
	['uv on Windows', WINDOWS, 'C:\\Users\\Ana\\.local\\bin'],
	['python.org on Windows', WINDOWS, 'C:\\Users\\Ana\\AppData\\Local\\Programs\\Python\\*\\Scripts'],
	['pip --user on Windows', WINDOWS, 'C:\\Users\\Ana\\AppData\\Roaming\\Python\\*\\Scripts'],
	['pipx on Windows', WINDOWS, 'C:\\Users\\Ana\\pipx\\venvs\\luneta\\Scripts'],
])('%s', (_, machine, folder) => {
	expect(sidecarFolders(machine)).toContain(folder);
});

test('no place twice', () => {
	for (const machine of [LINUX, MAC, WINDOWS]) {
		const folders = sidecarFolders(machine);
		expect(new Set(folders).size).toBe(folders.length);
	}
});

test('on Windows only what needs no shell', () => {
	expect(programName(WINDOWS)).toBe('luneta.exe');
	expect(programName(MAC)).toBe('luneta');
});
