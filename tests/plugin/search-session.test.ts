import { describe, expect, it } from 'vitest';
import { SearchSession, type Change } from '../../plugin/src/search/session';
import { GONE, hit, scriptedPort, type Pending } from './scripted-port';

interface Opened {
	readonly session: SearchSession;
	readonly searches: Pending[];
	readonly changes: Change[];
	readonly titles: () => string[];
}

function open(): Opened {
	const { port, searches } = scriptedPort();
	const changes: Change[] = [];
	const session = new SearchSession({
		port,
		limit: () => 10,
		recent: () => [hit('Yesterday'), hit('Before')],
		changed: (change) => changes.push(change),
		mode: 'hybrid',
		explain: false,
	});
	return { session, searches, changes, titles: () => session.hits.map(({ title }) => title) };
}

describe('what is shown', () => {
	it('O1: a late answer to an older query never overwrites the newer one', async () => {
		const { session, searches, titles } = open();
		session.setQuery('a');
		session.setQuery('ab');
		await searches[1]?.answer('Abacus');
		await searches[0]?.answer('Apple');
		expect(titles()).toEqual(['Abacus']);
	});

	it('an older query is cancelled as the newer one is asked, and what it answers before that is not shown', async () => {
		const { session, searches, titles } = open();
		session.setQuery('a');
		session.setQuery('ab');
		expect(searches.map(({ cancelled }) => cancelled)).toEqual([true, false]);
		await searches[0]?.answer('Apple');
		expect(titles()).toEqual([]);
	});

	it('the old list stays until the new one is there', async () => {
		const { session, searches, changes, titles } = open();
		session.setQuery('a');
		await searches[0]?.answer('Apple');
		changes.length = 0;
		session.setQuery('ab');
		expect(titles()).toEqual(['Apple']);
		expect(changes).toEqual([]);
		expect(session.current).toBe(false);
		await searches[1]?.answer('Abacus');
		expect(titles()).toEqual(['Abacus']);
		expect(changes).toEqual(['rows']);
	});

	it('a field without a word shows the notes opened last, and an answer under way does not replace them', async () => {
		const { session, searches, titles } = open();
		session.setQuery('a');
		session.setQuery('  ');
		await searches[0]?.answer('Apple');
		expect(titles()).toEqual(['Yesterday', 'Before']);
		expect(searches).toHaveLength(1);
	});

	it('a failure is told, and asked again on refresh', async () => {
		const { session, searches, titles } = open();
		session.setQuery('a');
		await searches[0]?.fail(GONE);
		expect(session.failure).toBe(GONE);
		session.refresh();
		await searches[1]?.answer('Apple');
		expect(session.failure).toBeNull();
		expect(titles()).toEqual(['Apple']);
	});

	it('asks with mode, limit and explanation', () => {
		const { session, searches } = open();
		session.setQuery('a');
		session.stepMode(1);
		session.setExplain(true);
		expect(searches.map(({ wanted }) => [wanted.mode, wanted.explain, wanted.limit])).toEqual([
			['hybrid', false, 10],
			['keyword', false, 10],
			['keyword', true, 10],
		]);
	});

	it('walks through the modes and around', () => {
		const { session } = open();
		const walked = [1, 1, 1, -1].map((by) => {
			session.stepMode(by as 1 | -1);
			return session.mode;
		});
		expect(walked).toEqual(['keyword', 'semantic', 'hybrid', 'semantic']);
	});
});

describe('the selection', () => {
	it('O2: moved to the third row, a key means the third row', async () => {
		const { session, searches } = open();
		session.setQuery('a');
		await searches[0]?.answer('One', 'Two', 'Three');
		session.move(1);
		session.move(1);
		expect((await session.choose())?.hit.title).toBe('Three');
	});

	it('goes around at the ends by one row, and stops there by a page', async () => {
		const { session, searches } = open();
		session.setQuery('a');
		await searches[0]?.answer('One', 'Two', 'Three');
		session.move(-1);
		expect(session.selected).toBe(2);
		session.move(1);
		expect(session.selected).toBe(0);
		session.move(10);
		expect(session.selected).toBe(2);
		session.move(-10);
		expect(session.selected).toBe(0);
	});

	it('starts at the first row with every new query', async () => {
		const { session, searches } = open();
		session.setQuery('a');
		await searches[0]?.answer('One', 'Two');
		session.move(1);
		session.setQuery('ab');
		await searches[1]?.answer('Two', 'One');
		expect(session.selected).toBe(0);
	});

	it('stays on its note when the same is asked again, as the index grows', async () => {
		const { session, searches } = open();
		session.setQuery('a');
		await searches[0]?.answer('One', 'Two');
		session.move(1);
		session.refresh();
		await searches[1]?.answer('New', 'One', 'Two');
		expect(session.chosen?.hit.title).toBe('Two');
		session.refresh();
		await searches[2]?.answer('New', 'One');
		expect(session.selected).toBe(0);
	});

	it('Enter typed faster than the answer means the best hit of what was typed', async () => {
		const { session, searches } = open();
		session.setQuery('a');
		await searches[0]?.answer('Apple');
		session.setQuery('ab');
		const chosen = session.choose();
		await searches[1]?.answer('Abacus');
		expect((await chosen)?.hit.title).toBe('Abacus');
	});

	it('but a row moved to since then is the one meant', async () => {
		const { session, searches } = open();
		session.setQuery('a');
		await searches[0]?.answer('Apple', 'Apricot');
		session.setQuery('ap');
		session.move(1);
		expect((await session.choose())?.hit.title).toBe('Apricot');
	});

	it('a key that waits ends with the modal', async () => {
		const { session } = open();
		session.setQuery('a');
		const chosen = session.choose();
		session.close();
		expect(await chosen).toBeNull();
	});

	it('shows the passages of a note in turn, and from the first again with the next list', async () => {
		const { session, searches, changes } = open();
		session.setQuery('a');
		await searches[0]?.answer('One');
		session.stepPassage(1);
		session.stepPassage(1);
		expect(session.chosen?.passage).toBe(2);
		session.stepPassage(1);
		expect(session.chosen?.passage).toBe(0);
		session.stepPassage(-1);
		expect(changes.slice(-4)).toEqual(['row', 'row', 'row', 'row']);
		session.setQuery('b');
		await searches[1]?.answer('One');
		expect(session.chosen?.passage).toBe(0);
	});
});
