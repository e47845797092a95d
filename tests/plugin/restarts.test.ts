import { expect, test } from 'vitest';
import { PAUSES_MS, Restarts, WELL_MS } from '../../plugin/src/restarts';

test('pauses grow, and after the last one it stays stopped', () => {
	const restarts = new Restarts();
	const pauses = PAUSES_MS.map(() => restarts.after(1_000));
	expect(pauses).toEqual([...PAUSES_MS]);
	expect([...PAUSES_MS].sort((one, other) => one - other)).toEqual([...PAUSES_MS]);
	expect(restarts.after(WELL_MS - 1)).toBeNull();
});

test('a run that was well, or the user, forgives what failed before', () => {
	const restarts = new Restarts();
	for (const pause of PAUSES_MS) expect(restarts.after(0)).toBe(pause);
	expect(restarts.after(WELL_MS)).toBe(PAUSES_MS[0]);
	restarts.after(0);
	restarts.forgive();
	expect(restarts.after(0)).toBe(PAUSES_MS[0]);
});
