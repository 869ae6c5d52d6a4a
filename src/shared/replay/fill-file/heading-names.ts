import { withFewMarks } from '#lib/combining-marks.ts';

/**
 * Normalizes a heading for comparison: lower case, without accents, full stops, text in brackets and extra spaces.
 * Typographic apostrophes become plain ones.
 */
export function nameOf(heading: string): string {
  return withFewMarks(heading)
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replace(/\([^()]*\)/g, '')
    .replace(/[\u2018\u2019\u02bc`´]/g, "'")
    .replace(/(?<![.:\u3002])[.:\u3002]+(?=\s|$)/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}

const timeName = /^(?:time|zeit|heure|hora|ora|tempo|czas|время|时间|時間|시간)$/;
const priceName = /^(?:price|preis|prix|preco|precio|prezzo|cena|цена|价格|價格|価格|가격)$/;

/**
 * The names of all headings. A table with two times and two prices under the same heading, as MetaTrader's positions, has
 * an entry and an exit in each row.
 */
export function namesOf(headings: readonly string[]): readonly string[] {
  const names = headings.map(nameOf);
  const twice = [timeName, priceName].map((kind) =>
    names.find((name, index) => kind.test(name) && names.lastIndexOf(name) > index),
  );
  if (twice.includes(undefined)) return names;
  return names.map((name, index) =>
    twice.includes(name) ? `${names.indexOf(name) === index ? 'entry' : 'exit'} ${name}` : name,
  );
}

/** The zone in a heading, such as EDT in `Update Time (EDT)`; empty if it names none. */
export function zoneLabelIn(heading: string): string {
  return (
    /\(([^()]*)\)/.exec(heading)?.[1]?.trim() ?? /\b(?:UTC|GMT)(?:[+-]\d{1,2}(?::\d{2})?)?/.exec(heading)?.[0] ?? ''
  );
}

const costWords =
  /commission|\bcomm\b|\bfees?\b|_fees?\b|fee(?:_usd)?$|brokerage|kommission|provision\b|courtage|corretagem|emolument|comision|comissao|comissoes|prowizj|op[lł]at[ay]|gebuhr|\bfrais\b|\bcosts?\b|\bkosten\b|\bcustos?\b|\bcost[io]s?\b|\btarifas?\b|\btaxas?\b|rebate|комисси|сбор|佣金|費用|手续费|手續費|费用|手数料|수수료/;
const notCosts =
  /rate\b|\btaux\b|\bsatz\b|\btasa\b|%|percent|\bper\b|type|currency|plan\b|status|profit|p[&/]l\b|\bpnl\b|net\b|gross|balance|\bid\b/;
const totals = /\btotal|gesamt|summe|\bsum\b|итого|合计|总/;
const rebates =
  /rebate|discount|\bcredit\b|ruckvergutung|rabatt|remise|ristourne|reembolso|descuento|desconto|rimborso|rabat\b|返佣|返还|割引/;

/** Whether the column holds a cost of the row, the sum of the costs, or what was paid back of them. */
export function costKindOf(name: string): 'part' | 'total' | 'rebate' | undefined {
  if (notCosts.test(name)) return undefined;
  if (rebates.test(name)) return 'rebate';
  if (!costWords.test(name)) return undefined;
  return totals.test(name) ? 'total' : 'part';
}

const accountWords =
  /\baccount\b|account(?:_?(?:id|name|number|no|code))\b|tradeaccount|\bacct\b|\bkonto\b|kontoname|kontonummer|\bcompte\b|\bcuenta\b|\bconta\b|\bconto\b|\bсчет\b|(?<!\p{L})счет|账户|帐户|账号|賬戶|帳戶|口座|계좌|حساب/u;
const notAccounts = /currency|balance|value|type|size|equity|wahrung|devise|moneda|moeda|valuta|profit|p[&/]l\b|margin/;

/** Whether the column names the account, in any vendor's words. */
export function isAccountName(name: string): boolean {
  return accountWords.test(name) && !notAccounts.test(name);
}

const entryWords =
  /entry|entered|enter\b|\bopen(?:ed|ing)?\b|openprice|opentime|einstieg|eroffnung|\bentree\b|ouverture|entrada|apertura|abertura|ingresso|entrata|otwarci|wejsci|вход|открыт|开仓|開倉|进场|進場|入场|建仓|진입|エントリー|新規|建玉|建値/;
const exitWords =
  /exit|\bclos(?:e|ed|ing)\b|closeprice|closetime|ausstieg|\bschluss|schliess|\bsortie\b|cloture|fermeture|salida|cierre|saida|fechamento|uscita|chiusura|zamknieci|wyjsci|выход|закрыт|平仓|平倉|出场|出場|离场|청산|エグジット|決済|返済/;
const buyWords = /\bbuy|bought|\b(?:ein)?kauf|\bachat|compra|acquisto|\bkupna\b|kupno|zakup|покупк|买|買|매수/;
const sellWords = /\bsell|\bsold|verkauf|\bvente|\bventa\b|\bvenda\b|vendita|sprzedaz|продаж|卖|賣|売|매도/;

export const isEntryName = (name: string) => entryWords.test(name) && !exitWords.test(name);
export const isExitName = (name: string) => exitWords.test(name) && !entryWords.test(name);
export const isBuyName = (name: string) => buyWords.test(name) && !sellWords.test(name);
export const isSellName = (name: string) => sellWords.test(name) && !buyWords.test(name);

/** Whether the columns hold an entry and an exit each, so that a row is a round trip. */
export function areRoundTrips(names: readonly string[]): boolean {
  return (names.some(isEntryName) && names.some(isExitName)) || (names.some(isBuyName) && names.some(isSellName));
}
