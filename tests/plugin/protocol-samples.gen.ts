/** What the sidecar sends. Made by tests/wire_samples.py, so that the compiler judges it: do not edit. */

import type { FromServer } from '../../plugin/src/protocol.gen';

export const FROM_SERVER: readonly FromServer[] = [
	{"type":"welcome","protocol":7,"version":"Ånd → 🎬 */ 'ação'","pid":7,"vault":"Ånd → 🎬 */ 'ação'","state":"starting","reason":"Ånd → 🎬 */ 'ação'"},
	{"type":"welcome","protocol":0,"version":"","pid":0,"vault":"","state":"failed","reason":null},
	{"type":"hits","id":7,"query":"Ånd → 🎬 */ 'ação'","took_ms":0.5,"degraded":"Ånd → 🎬 */ 'ação'","hits":[{"path":"Ånd → 🎬 */ 'ação'","title":"Ånd → 🎬 */ 'ação'","title_marks":[{"text":"Ånd → 🎬 */ 'ação'","match":true},{"text":"","match":false}],"alias_marks":[{"text":"Ånd → 🎬 */ 'ação'","match":true},{"text":"","match":false}],"score":0.5,"modified":7,"lists":["postings","names"],"linked":true,"passages":[{"section":"Ånd → 🎬 */ 'ação'","section_marks":[{"text":"Ånd → 🎬 */ 'ação'","match":true},{"text":"","match":false}],"snippet":[{"text":"Ånd → 🎬 */ 'ação'","match":true},{"text":"","match":false}],"lines":[7,7],"votes":{"postings":{"rank":7,"share":0.5}}},{"section":"","section_marks":[],"snippet":[],"lines":[0,0],"votes":{}}],"votes":{"postings":{"rank":7,"share":0.5}},"reasons":{"Ånd → 🎬 */ 'ação'":0.5}},{"path":"","title":"","title_marks":[],"alias_marks":[],"score":-1.25,"modified":0,"lists":[],"linked":null,"passages":[],"votes":{},"reasons":{}}],"filters":["Ånd → 🎬 */ 'ação'",""],"remarks":["Ånd → 🎬 */ 'ação'",""],"narrowed":[{"parts":[{"word":"phrase","text":"Ånd → 🎬 */ 'ação'"},{"word":"no","text":""}]},{"parts":[]}],"unmet":[{"kind":"no_property","text":"Ånd → 🎬 */ 'ação'"},{"kind":"slow","text":""}],"also":["Ånd → 🎬 */ 'ação'",""],"explanation":{"filters":["Ånd → 🎬 */ 'ação'",""],"weights":{"postings":0.5}}},
	{"type":"hits","id":0,"query":"","took_ms":-1.25,"degraded":null,"hits":[],"filters":[],"remarks":[],"narrowed":[],"unmet":[],"also":[],"explanation":null},
	{"type":"recalled","id":7,"pieces":[{"key":"Ånd → 🎬 */ 'ação'","text":"Ånd → 🎬 */ 'ação'","relevance":0.5},{"key":"","text":"","relevance":-1.25}]},
	{"type":"recalled","id":0,"pieces":[]},
	{"type":"mentions_found","id":7,"names":["Ånd → 🎬 */ 'ação'",""],"total":7,"notes":[{"path":"Ånd → 🎬 */ 'ação'","title":"Ånd → 🎬 */ 'ação'","count":7,"places":[{"section":"Ånd → 🎬 */ 'ação'","snippet":[{"text":"Ånd → 🎬 */ 'ação'","match":true},{"text":"","match":false}],"line":7},{"section":"","snippet":[],"line":0}]},{"path":"","title":"","count":0,"places":[]}],"took_ms":0.5},
	{"type":"mentions_found","id":0,"names":[],"total":0,"notes":[],"took_ms":-1.25},
	{"type":"status_is","id":7,"version":"Ånd → 🎬 */ 'ação'","state":"starting","reason":"Ånd → 🎬 */ 'ação'","vault":"Ånd → 🎬 */ 'ação'","notes":7,"chunks":7,"db_path":"Ånd → 🎬 */ 'ação'","db_bytes":7,"model":"Ånd → 🎬 */ 'ação'","vec_available":true,"degraded":"Ånd → 🎬 */ 'ação'","last_run":0.5,"problems":[{"path":"Ånd → 🎬 */ 'ação'","kind":"skipped","reason":"Ånd → 🎬 */ 'ação'"},{"path":"","kind":"partial","reason":""}],"redactions":{"Ånd → 🎬 */ 'ação'":7},"memory_bytes":7},
	{"type":"status_is","id":0,"version":"","state":"failed","reason":null,"vault":"","notes":0,"chunks":0,"db_path":"","db_bytes":0,"model":"","vec_available":false,"degraded":null,"last_run":null,"problems":[],"redactions":{},"memory_bytes":null},
	{"type":"reindexed","id":7,"notes":7,"chunks":7,"encoded":7,"changed":7,"removed":7,"moved":7,"skipped":7,"failed":7,"seconds":0.5,"interrupted":true,"notices":["Ånd → 🎬 */ 'ação'",""]},
	{"type":"reindexed","id":0,"notes":0,"chunks":0,"encoded":0,"changed":0,"removed":0,"moved":0,"skipped":0,"failed":0,"seconds":-1.25,"interrupted":false,"notices":[]},
	{"type":"counted","id":7,"notes":7,"total":7},
	{"type":"counted","id":0,"notes":0,"total":0},
	{"type":"done","id":7},
	{"type":"done","id":0},
	{"type":"failed","id":7,"code":"bad_frame","message":"Ånd → 🎬 */ 'ação'"},
	{"type":"failed","id":null,"code":"internal","message":""},
	{"type":"progress","notes_done":7,"notes_total":7,"chunks":7,"seconds":0.5},
	{"type":"progress","notes_done":0,"notes_total":0,"chunks":0,"seconds":-1.25},
	{"type":"indexed","paths":["Ånd → 🎬 */ 'ação'",""],"more":true,"notes":7,"chunks":7,"notices":["Ånd → 🎬 */ 'ação'",""]},
	{"type":"indexed","paths":[],"more":false,"notes":0,"chunks":0,"notices":[]},
	{"type":"state","state":"starting","reason":"Ånd → 🎬 */ 'ação'"},
	{"type":"state","state":"failed","reason":null},
];
