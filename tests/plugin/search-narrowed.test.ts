import { expect, test } from 'vitest';
import type * as wire from '../../plugin/src/protocol.gen';
import { filtersOf, remarksOf } from '../../plugin/src/search/narrowed';
import { BRAZILIAN_PORTUGUESE, ENGLISH } from '../../plugin/src/strings';

const part = (word: wire.FilterWord, text = ''): wire.FilterPart => ({ word, text });
const { filters: portuguese } = BRAZILIAN_PORTUGUESE.search;

test.each([
	[[part('in'), part('text', 'Obra'), part('or'), part('text', 'Casa')], 'na pasta “Obra” ou “Casa”'],
	[[part('task-todo'), part('having'), part('text', 'ligar')], 'com uma tarefa aberta que tem “ligar”'],
	[[part('value', 'nota'), part('>='), part('text', '4')], 'cuja propriedade “nota” é no mínimo “4”'],
	[[part('modified'), part('since', '2026-05-02')], 'alteradas desde 2026-05-02'],
	[[part('not'), part('file'), part('expression', '$&|^a')], 'exceto cujo nome de arquivo tem /$&|^a/'],
])('%j in Portuguese', (parts, told) => {
	expect(filtersOf({ filters: ['in English'], narrowed: [{ parts }] }, portuguese)).toEqual([told]);
});

test('in English they are as the sidecar says them', () => {
	const reply = { filters: ['tagged “a”'], narrowed: [], remarks: ['No.'], unmet: [] };
	expect(filtersOf(reply, ENGLISH.search.filters)).toEqual(['tagged “a”']);
	expect(remarksOf(reply, ENGLISH.search.filters)).toEqual(['No.']);
});

test('what could not be obeyed is a sentence', () => {
	expect(remarksOf({ remarks: [], unmet: [{ kind: 'no_property', text: 'ERRO' }] }, portuguese)).toEqual(['Nenhuma nota tem a propriedade “ERRO”.']);
});
