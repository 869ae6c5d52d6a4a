import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { listFiles } from './sources.ts';

type Term = { readonly forbidden: RegExp; readonly use: string };

/** Words that were replaced, so that each thing keeps one name. What a reader may type stays in `searchTerms`. */
const terms: Readonly<Record<'en' | 'fr' | 'pt', readonly Term[]>> = {
  en: [{ forbidden: /\d\s%|\bany more\b(?= ?[.,;:]|"|$)/, use: '30%, anymore' }],
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
    { forbidden: /\btaxe comprise|hors taxe\b|\bTVA comprise/i, use: 'taxes comprises, hors taxes' },
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
        /\btaxas? de (?:aprovação|passagem)|avalia(?:ção|ções) (?:aprovad|passad)|passar (?:a|na|uma) avaliação|\bpass(?:a|e|am|em) (?:a|na|uma) avaliação|tenta (?:uma avaliação )?não passa/i,
      use: 'superar, taxa de sucesso',
    },
    {
      forbidden: /\b(?:retrataç|retrat(?:ar|ou|e)\b|retrato-me)|\bdireito de desistência/i,
      use: 'livre resolução, resolver o contrato; for Brazil direito de arrependimento',
    },
    { forbidden: /\b(?:deslizamento|derrapagem)\b/i, use: 'slippage' },
    {
      forbidden: /\b(?:próxima|seis) sess(?:ão|ões)|\bdias? de (?:bolsa|trading)\b|\bpregão\b/i,
      use: 'dia de negociação',
    },
    { forbidden: /\bdias? (?:ganhador|vencedor)/i, use: 'dia com ganho' },
    { forbidden: /\btetos?\b/i, use: 'limite (of a payout)' },
    { forbidden: /\bnegociação web\b/i, use: 'negociação no navegador' },
    { forbidden: /\bnúmeros? de encaminhamento\b/i, use: 'routing number, as its field' },
    {
      forbidden: /\b(?:conta|contas) de trading\b|\bcorretor(?:es)?\b|\baparelhos?\b/i,
      use: 'conta de negociação, corretora, dispositivo',
    },
    { forbidden: /\bord(?:em|ens)(?: stop (?:ou|e))? limitadas?\b/i, use: 'ordem limite' },
    { forbidden: /\bcontratos? d(?:as bolsas|e dados)\b/i, use: 'acordo: a contract is what trades' },
    { forbidden: /\bprestador(?:es)? de pagamento\b/i, use: 'prestador de pagamentos' },
    { forbidden: /\b(?:verificação|validação) em dois passos/i, use: 'início de sessão em dois passos' },
    { forbidden: /\btermos de utilização\b/i, use: 'condições de utilização' },
    { forbidden: /(?:drawdown|piso) de fim do dia\b/i, use: 'fim de dia' },
    {
      forbidden: /\bnegoci(?:á-las?|e-as?)\b|\b(?:a|as) negocei(?:a|e|am)\b/i,
      use: 'negociar nela: one trades in an account',
    },
    {
      forbidden: /\bo que (?:(?!(?:não|é|seria|for) )\p{L}+ ){0,2}precis(?:o|a|amos|am)\b(?! (?:de|que)\b)/iu,
      use: 'de que precisa',
    },
    {
      forbidden: /\bem um(?:a)?\b|\bnão cumpre mais\b|\b(?:usuário|senha|celular|cadastr|deletar|Nova York)/i,
      use: 'European Portuguese',
    },
    { forbidden: /\d\s%|\d\s\$|[“”]/, use: '50%, US$ 300, «»' },
  ],
};

test.each(['en', 'fr', 'pt'] as const)('each thing has one name in %s', (language) => {
  const files = listFiles('content', `public/locales/${language}`).filter(
    (file) => file.includes(`/${language}/`) && /\.(?:md|json)$/.test(file),
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
