import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { terminalLine } from '../../plugin/src/terminal-line';

const AWKWARD = ['/home/ana/My Väult & Co', "/home/ana/Ana's notes", '/tmp/$HOME `id` "x"', '/tmp/plain'];

test.skipIf(process.platform === 'win32').each(AWKWARD)('a real shell reads back %j as one argument', (path) => {
	const line = terminalLine(path, 'what you remember', false).replace(/^luneta/, 'printf "%s\\n"');
	const words = execFileSync('/bin/sh', ['-c', line], { encoding: 'utf8' }).trimEnd().split('\n');
	expect(words).toEqual(['search', 'what you remember', '--vault', path]);
});

test('on Windows double quotes hold spaces and & together', () => {
	expect(terminalLine(String.raw`C:\Users\Ana\My Väult & Co`, 'what you remember', true)).toBe(
		String.raw`luneta search "what you remember" --vault "C:\Users\Ana\My Väult & Co"`,
	);
});
