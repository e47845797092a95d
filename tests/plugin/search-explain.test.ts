import { expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from '../../plugin/scripts/places.mjs';
import { number, reasonsOf, sharesOf, weightsOf } from '../../plugin/src/search/explain';
import { BRAZILIAN_PORTUGUESE, ENGLISH } from '../../plugin/src/strings';

it('gives every list its rank and its part of the score, and says which did not find it', () => {
	const votes = { vectors: { rank: 2, share: 0.015 }, postings: { rank: 1, share: 0.03 } };
	expect(sharesOf(votes, 0.045, 'en', ENGLISH.search.rank)).toEqual([
		{ list: 'postings', text: '#1 · 0.03', part: 0.03 / 0.045 },
		{ list: 'vectors', text: '#2 · 0.015', part: 0.015 / 0.045 },
		{ list: 'names', text: null, part: 0 },
	]);
});

it('says the weights of the lists that took part', () => {
	const explanation = { filters: [], weights: { vectors: 0.85, postings: 1.2 } };
	expect(weightsOf(explanation, ENGLISH.search.hit)).toEqual(['words × 1.2', 'meaning × 0.85']);
	expect(weightsOf(explanation, BRAZILIAN_PORTUGUESE.search.hit)).toEqual(['palavras × 1,2', 'sentido × 0,85']);
});

it('writes three digits', () => {
	expect(number(0.016393, 'en')).toBe('0.0164');
});

it('says what of the match gave most to the score, the greatest first', () => {
	const reasons = { a_b: 0.01, cosine: 0.0312345, title_precision: 0.12, window: 0.02, fusion: 0.005, answers: 0.004, authority: 0.003 };
	const { search: english } = ENGLISH;
	expect(reasonsOf(reasons, english.filters, 'en')).toEqual(['title precision 0.12', 'cosine 0.0312', 'window 0.02', 'a b 0.01', 'fusion 0.005', 'answers 0.004']);
	const { filters, hit } = BRAZILIAN_PORTUGUESE.search;
	expect(reasonsOf(reasons, filters, hit.locale).slice(0, 4)).toEqual(['precisão do título 0,12', 'sentido 0,0312', 'palavras próximas 0,02', 'a b 0,01']);
	expect(reasonsOf({}, filters, hit.locale)).toEqual([]);
});

it('has words in Portuguese for every feature of the ranking, and each its own', () => {
	const ranking = JSON.parse(readFileSync(join(PROJECT, 'sidecar', 'luneta', 'model', 'ranking.json'), 'utf8')) as { weights: object };
	const { reasons } = BRAZILIAN_PORTUGUESE.search.filters ?? { reasons: {} };
	expect(Object.keys(reasons).sort()).toEqual(Object.keys(ranking.weights).sort());
	expect(new Set(Object.values(reasons)).size).toBe(Object.keys(reasons).length);
});
