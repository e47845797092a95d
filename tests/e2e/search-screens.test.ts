/**
 * Pictures of the search modal in the other language, in a narrow window and from right to left, to be looked at
 * (tests/e2e/screens); the test only sees that nothing is cut off.
 */

import { expect, test } from 'vitest';
import { openHost, type Host } from '../host/open-host.mjs';

const PORTUGUESE = {
	'Jardim/Horta na janela.md': '# Horta na janela\n\n## Água\n\nManjericão pede água todo dia; alecrim, só na seca.\n\n## Sol\n\nQuatro horas de sol na horta, no inverno.\n',
	'Jardim/Compostagem.md': '# Compostagem\n\nO líquido escuro é adubo para a horta: uma parte em dez de água.\n',
	'Receitas/Chá.md': '# Chá\n\nHortelã da horta, água quente e paciência.\n',
};
const HEBREW = {
	'בית/יומן.md': '# יומן\n\n## מטבח\n\nהקומקום רותח על האש, והתה הירוק מחכה לשבעים מעלות.\n',
	'בית/Kettle.md': '# Kettle\n\nהקומקום boils. The kettle of tea.\n\nאין מים בבית.\n',
};

async function search(host: Host, query: string): Promise<void> {
	await host.command('search-vault');
	await host.page.locator('.luneta-search-input').fill(query);
	await host.page.locator('.luneta-result.is-selected .luneta-hit-snippet').waitFor();
	await host.page.locator('.luneta-preview-body p').first().waitFor({ state: 'attached' });
}

/** What of the modal lies outside the window. */
function outside(host: Host): Promise<string[]> {
	return host.page.evaluate(() => {
		const all = [...document.querySelectorAll('.luneta-search, .luneta-search-top > *, .luneta-search-bottom, .menu')];
		return all.filter((el) => {
			const { left, right, top, bottom } = el.getBoundingClientRect();
			return left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
		}).map(({ className }) => className);
	});
}

test('in Portuguese, with its menu, and in a narrow window', async () => {
	const host = await openHost({ theme: 'light', language: 'pt-BR', vault: PORTUGUESE });
	try {
		await host.status(/Pronto/);
		await search(host, 'água na horta');
		await host.screenshot('search-portuguese');
		await host.page.keyboard.press('Shift+F10');
		await host.page.locator('.menu-item', { hasText: 'Esta era a nota certa' }).waitFor();
		await host.screenshot('search-menu-portuguese');
		expect(await outside(host)).toEqual([]);
		await host.page.keyboard.press('Escape');
		await host.page.setViewportSize({ width: 480, height: 700 });
		await host.screenshot('search-narrow');
		expect(await outside(host)).toEqual([]);
	} finally {
		await host.close();
	}
});

test('from right to left', async () => {
	const host = await openHost({ rightToLeft: true, vault: HEBREW });
	try {
		await host.status(/Ready/);
		await search(host, 'הקומקום');
		await host.screenshot('search-right-to-left');
		expect(await outside(host)).toEqual([]);
		const [list, preview] = await Promise.all(['.luneta-results', '.luneta-preview'].map((part) => host.page.locator(part).boundingBox()));
		expect(list?.x).toBeGreaterThan(preview?.x ?? 0);
	} finally {
		await host.close();
	}
});
