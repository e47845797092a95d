import { expect, it } from 'vitest';
import { number, sharesOf, weightsOf } from '../../plugin/src/search/explain';
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
