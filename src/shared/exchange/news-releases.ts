// Written from content/catalog/news.yaml by `npm run build`: change that file, not this one.

/** The last day for which every schedule is known. */
export const newsCoveredUntil = '2026-12-31';

const names = [
  {
    en: 'US jobs report',
    fr: 'Rapport américain sur l’emploi',
    pt: 'Relatório de emprego dos EUA',
  },
  {
    en: 'US consumer prices (CPI)',
    fr: 'Prix à la consommation américains (CPI)',
    pt: 'Preços no consumidor dos EUA (CPI)',
  },
  {
    en: 'Fed rate decision',
    fr: 'Décision de la Fed sur les taux',
    pt: 'Decisão da Fed sobre os juros',
  },
] as const;

/** The releases in order, with their time in UTC ms. */
export const newsReleases = [
  { at: Date.parse('2026-12-04T13:30:00.000Z'), name: names[0] },
  { at: Date.parse('2026-12-09T19:00:00.000Z'), name: names[2] },
  { at: Date.parse('2026-12-10T13:30:00.000Z'), name: names[1] },
  { at: Date.parse('2027-01-27T19:00:00.000Z'), name: names[2] },
  { at: Date.parse('2027-03-17T18:00:00.000Z'), name: names[2] },
  { at: Date.parse('2027-04-28T18:00:00.000Z'), name: names[2] },
  { at: Date.parse('2027-06-09T18:00:00.000Z'), name: names[2] },
  { at: Date.parse('2027-07-28T18:00:00.000Z'), name: names[2] },
  { at: Date.parse('2027-09-15T18:00:00.000Z'), name: names[2] },
  { at: Date.parse('2027-10-27T18:00:00.000Z'), name: names[2] },
  { at: Date.parse('2027-12-08T19:00:00.000Z'), name: names[2] },
  { at: Date.parse('2028-01-26T19:00:00.000Z'), name: names[2] },
];
