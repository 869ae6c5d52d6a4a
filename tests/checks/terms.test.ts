import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { listFiles } from './sources.ts';

type Term = { readonly forbidden: RegExp; readonly use: string };

/** Words that were replaced, so that each thing keeps one name. What a reader may type stays in `searchTerms`. */
const terms: Readonly<Record<'fr' | 'pt', readonly Term[]>> = {
  fr: [
    {
      forbidden: /drawdowns? (?:restante?|épuisé|initial)|\}\} de drawdown|\bdu drawdown\b(?! (?:de|du|suiveur))/i,
      use: 'marge de perte',
    },
    { forbidden: /\bprofondeur\b/i, use: 'carnet d’ordres' },
    { forbidden: /\b(?:jour|journée)s? de bourse|\bjours? de trading|prochaine séance/i, use: 'journée de trading' },
    {
      forbidden: /(?<!écran )(?<!se )\bverrou/i,
      use: 'bloqué (compte), figé (plancher)',
    },
    { forbidden: /\bglissement\b/i, use: 'slippage' },
    { forbidden: /\btaxe comprise|hors taxe\b/i, use: 'TVA comprise, hors taxes' },
    { forbidden: /\bmeilleure journée|\bplus forte journée/i, use: 'meilleur jour' },
    { forbidden: /\blimites? quotidienne/i, use: 'limite journalière' },
    { forbidden: /\bordres? limités?\b/i, use: 'ordre limite' },
    { forbidden: /\btrading web\b/i, use: 'trading dans le navigateur, comme la page' },
    { forbidden: /\bau support\b|\bla newsletter\b/i, use: 'assistance, lettre d’information' },
    {
      forbidden: /\bcontrats? des bourses|dossier de conduite|auprès du pont\b/i,
      use: 'accord, procédure pour comportement, passerelle',
    },
  ],
  pt: [
    {
      forbidden: /\bmargem (?:restante|acima|total|de hoje|que (?:lhe )?resta)|\}\} de margem|\bsem margem\b/i,
      use: 'folga',
    },
    { forbidden: /\bregularidade\b/i, use: 'consistência' },
    { forbidden: /\b(?:VAT|incluem imposto\b|antes de imposto)/, use: 'IVA' },
    {
      forbidden:
        /\btaxas? de (?:aprovação|passagem)|avalia(?:ção|ções) (?:aprovad|passad)|passar (?:a|na|uma) avaliação/i,
      use: 'superar, taxa de sucesso',
    },
    { forbidden: /\bdireito de (?:retratação|arrependimento|desistência)/i, use: 'direito de livre resolução' },
    { forbidden: /\b(?:deslizamento|derrapagem)\b/i, use: 'slippage' },
    { forbidden: /\bpróxima sessão|\bdias? de (?:bolsa|trading)\b|\bpregão\b/i, use: 'dia de negociação' },
    { forbidden: /\b(?:usuário|senha|celular|cadastr|deletar|Nova York)/i, use: 'European Portuguese' },
  ],
};

/** The Portuguese ones still have words that were replaced. */
const isLegal = /^content\/(?:legal|agreements)\//;

test.each(['fr', 'pt'] as const)('each thing has one name in %s', (language) => {
  const files = listFiles('content', `public/locales/${language}`).filter(
    (file) =>
      file.includes(`/${language}/`) && /\.(?:md|json)$/.test(file) && !(language === 'pt' && isLegal.test(file)),
  );
  const found = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        terms[language]
          .filter(({ forbidden }) => !line.startsWith('searchTerms:') && forbidden.test(line))
          .map(({ forbidden, use }) => `${file}:${index + 1}: “${forbidden.exec(line)?.[0]}”, use ${use}`),
      ),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(found).toEqual([]);
});
