import { beforeEach, expect, test } from 'vitest';
import { Answers } from '../../../plugin/src/panel/answers';
import { Pending } from './made';

let asked: { note: string; pending: Pending<string> }[];
let changes: number;
let answers: Answers<{ note: string }, string>;

beforeEach(() => {
	asked = [];
	changes = 0;
	answers = new Answers(
		({ note }) => {
			const pending = new Pending<string>();
			asked.push({ note, pending });
			return pending;
		},
		() => {
			changes += 1;
		},
	);
});

const settled = async (): Promise<void> => {
	for (let i = 0; i < 5; i++) await Promise.resolve();
};
const nth = (i: number): Pending<string> => {
	const one = asked[i];
	if (one === undefined) throw new Error(`only ${String(asked.length)} were asked`);
	return one.pending;
};

test('the late answer of an older question never overwrites the newer one (O1, O3)', async () => {
	answers.want({ note: 'A' });
	answers.want({ note: 'B' });
	expect(nth(0).cancelled).toBe(true);
	nth(1).resolve('of B');
	await settled();
	nth(0).resolve('of A');
	await settled();
	expect(answers.reply).toBe('of B');
	expect(answers.question).toEqual({ note: 'B' });
	expect(changes).toBe(1);
});

test('the older answer coming first is not shown either', async () => {
	answers.want({ note: 'A' });
	answers.want({ note: 'B' });
	nth(0).resolve('of A');
	await settled();
	expect(answers.reply).toBeNull();
	expect(answers.waiting).toBe(true);
});

test('the same question is asked once while under way, and once it was answered', async () => {
	answers.want({ note: 'A' });
	answers.want({ note: 'A' });
	nth(0).resolve('of A');
	await settled();
	answers.want({ note: 'A' });
	expect(asked.map(({ note }) => note)).toEqual(['A']);
});

test('what stands there stays until the new answer comes', async () => {
	answers.want({ note: 'A' });
	nth(0).resolve('of A');
	await settled();
	answers.want({ note: 'B' });
	expect([answers.question?.note, answers.reply, answers.waiting]).toEqual(['A', 'of A', true]);
	answers.forget();
	expect([answers.question, answers.reply, answers.waiting]).toEqual([null, null, true]);
	nth(1).resolve('of B');
	await settled();
	expect(answers.reply).toBe('of B');
});

test('an outdated answer is asked for again, and its open request is given up', async () => {
	answers.want({ note: 'A' });
	nth(0).resolve('old');
	await settled();
	answers.outdated();
	answers.want({ note: 'A' });
	expect(answers.reply).toBe('old');
	answers.outdated();
	expect(nth(1).cancelled).toBe(true);
	answers.want({ note: 'A' });
	nth(2).resolve('new');
	await settled();
	expect(answers.reply).toBe('new');
});

test('a failure is told once and not asked again in a loop; the next answer replaces it', async () => {
	answers.want({ note: 'A' });
	nth(0).reject(new Error('no'));
	await settled();
	expect(answers.failure).toEqual(new Error('no'));
	expect(answers.reply).toBeNull();
	answers.want({ note: 'A' });
	expect(asked).toHaveLength(1);
	answers.outdated();
	answers.want({ note: 'A' });
	nth(1).resolve('of A');
	await settled();
	expect([answers.failure, answers.reply]).toEqual([null, 'of A']);
});

test('a failure of an overtaken question is never heard of', async () => {
	answers.want({ note: 'A' });
	answers.want({ note: 'B' });
	nth(0).reject(new Error('cancelled'));
	nth(1).resolve('of B');
	await settled();
	expect([answers.failure, answers.reply]).toEqual([null, 'of B']);
});

test('after a rename the same answer holds under the new path: nothing is asked before the index knows it', async () => {
	answers.want({ note: 'A' });
	nth(0).resolve('list with A');
	await settled();
	answers.rewrite(
		() => ({ note: 'Z' }),
		(reply) => reply.replace('A', 'Z'),
	);
	answers.want({ note: 'Z' });
	expect(asked).toHaveLength(1);
	expect(answers.reply).toBe('list with Z');
});
