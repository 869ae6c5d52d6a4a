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

/** The text in brackets in a heading, such as EDT in `Update Time (EDT)`. */
export function textInParentheses(heading: string): string {
  return /\(([^()]*)\)/.exec(heading)?.[1]?.trim() ?? '';
}

const costWords =
  /commission|\bcomm\b|\bfees?\b|_fees?\b|fee(?:_usd)?$|brokerage|kommission|provision\b|comision|comissao|comissoes|gebuhr|\bfrais\b|\btarifas?\b|\btaxas?\b|комисси|сбор|佣金|手续费|手續費|费用|手数料|수수료/;
const notCosts =
  /rate\b|\btaux\b|\bsatz\b|\btasa\b|%|percent|\bper\b|type|currency|plan\b|status|profit|p[&/]l\b|\bpnl\b|net\b|gross|balance|\bid\b/;
const totals = /\btotal|gesamt|summe|\bsum\b|итого|合计|总/;

/** Whether the column holds a cost of the row, and whether it is the sum of the others. */
export function costKindOf(name: string): 'part' | 'total' | undefined {
  if (!costWords.test(name) || notCosts.test(name)) return undefined;
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
  /entry|entered|enter\b|\bopen(?:ed|ing)?\b|openprice|opentime|\bbought\b|\bbuy\b|buyprice|einstieg|eroffnung|\bentree\b|ouverture|entrada|apertura|abertura|ingresso|entrata|вход|открыт|开仓|開倉|进场|進場|入场|建仓|진입|エントリー|新規/;
const exitWords =
  /exit|\bclos(?:e|ed|ing)\b|closeprice|closetime|\bsold\b|\bsell\b|sellprice|ausstieg|\bschluss|schliess|\bsortie\b|cloture|fermeture|salida|cierre|saida|fechamento|uscita|chiusura|выход|закрыт|平仓|平倉|出场|出場|离场|청산|エグジット|決済/;

/** Whether the columns hold an entry and an exit each, so that a row is a round trip. */
export function areRoundTrips(names: readonly string[]): boolean {
  const entries = names.filter((name) => entryWords.test(name) && !exitWords.test(name));
  const exits = names.filter((name) => exitWords.test(name) && !entryWords.test(name));
  return entries.length > 0 && exits.length > 0;
}
