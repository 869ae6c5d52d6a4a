import { parseCsv, toCsv } from '#lib/csv.ts';
import { formatDecimal } from '#lib/money/format.ts';
import type { PayeeAddress } from '../payees/address.ts';
import type { DestinationKind } from '../payees/destination.ts';
import type { OutgoingPayment } from './payment.ts';

export type WiseProblem =
  | { readonly kind: 'unknown-column'; readonly column: string }
  | { readonly kind: 'missing-column'; readonly column: string }
  /** The currency of accounts in the payee's country is unknown. */
  | { readonly kind: 'currency'; readonly reference: string };

type Column = {
  /** The heading in Wise's templates. */
  readonly head: string;
  readonly write: (payment: OutgoingPayment, currency: string) => string;
  /** Destination kinds that can't be paid without it. */
  readonly neededBy: readonly DestinationKind[];
};

const none: readonly DestinationKind[] = [];
const all: readonly DestinationKind[] = ['iban', 'us-account', 'wise'];

const addressPart =
  (part: keyof PayeeAddress) =>
  ({ details }: OutgoingPayment) =>
    'address' in details && typeof details.address === 'object' ? details.address[part] : '';

const recipientOf = ({ details }: OutgoingPayment) => (details.kind === 'wise' ? details.recipient : '');
const columnOf = (head: string, write: Column['write'], neededBy: readonly DestinationKind[] = none): Column => ({
  head,
  write,
  neededBy,
});

const columns: readonly Column[] = [
  columnOf('name', ({ payeeName }) => payeeName, all),
  columnOf('recipientEmail', (payment) => (recipientOf(payment).startsWith('@') ? '' : recipientOf(payment))),
  // Without the @, which a spreadsheet would read as a formula.
  columnOf('wisetag', (payment) => (recipientOf(payment).startsWith('@') ? recipientOf(payment).slice(1) : '')),
  columnOf('paymentReference', ({ reference }) => reference),
  columnOf('referenceNumber', ({ reference }) => reference),
  columnOf('receiverType', () => 'PERSON', all),
  columnOf('amountCurrency', () => 'source', all),
  columnOf('amount', ({ amountCents }) => formatDecimal(amountCents), all),
  columnOf('sourceCurrency', (_, currency) => currency, all),
  columnOf('targetCurrency', (payment, currency) => targetCurrencyOf(payment, currency) ?? '', all),
  columnOf('IBAN', ({ details }) => (details.kind === 'iban' ? details.iban : ''), ['iban']),
  columnOf('BIC', ({ details }) => (details.kind === 'iban' ? (details.bic ?? '') : '')),
  columnOf('abartn', ({ details }) => (details.kind === 'us-account' ? details.routingNumber : ''), ['us-account']),
  columnOf('accountNumber', ({ details }) => (details.kind === 'us-account' ? details.accountNumber : ''), [
    'us-account',
  ]),
  columnOf('accountType', ({ details }) => (details.kind === 'us-account' ? details.accountType : ''), ['us-account']),
  columnOf('addressCountryCode', addressPart('country')),
  columnOf('addressCity', addressPart('city')),
  columnOf('addressFirstLine', addressPart('street')),
  columnOf('addressState', addressPart('state')),
  columnOf('addressPostCode', addressPart('postCode')),
];

const normalize = (head: string) => head.replace(/[\s._-]/g, '').toLowerCase();
const columnByHeading = new Map(columns.map((column) => [normalize(column.head), column]));

const currencies: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    'AD AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MC MT NL PT SI SK SM VA XK ME'
      .split(' ')
      .map((country) => [country, 'EUR']),
  ),
  ...{ GB: 'GBP', CH: 'CHF', LI: 'CHF', SE: 'SEK', NO: 'NOK', DK: 'DKK', PL: 'PLN', CZ: 'CZK', HU: 'HUF', RO: 'RON' },
};

function targetCurrencyOf({ details }: OutgoingPayment, currency: string): string | undefined {
  return details.kind === 'iban' ? currencies[details.iban.slice(0, 2)] : currency;
}

/** The columns of Wise's own template for these payments. */
function defaultColumns(payments: readonly OutgoingPayment[]): Column[] {
  const kinds = new Set(payments.map(({ details }) => details.kind));
  const hasWisetag = payments.some((payment) => recipientOf(payment).startsWith('@'));
  return columns.filter(
    ({ head, neededBy }) =>
      head !== 'BIC' &&
      (head === 'wisetag' ? hasWisetag : neededBy.length !== 1 || neededBy.some((kind) => kinds.has(kind))),
  );
}

/**
 * Writes payments as Wise's batch file. Fees are deducted from each amount (`amountCurrency` is `source`).
 * @param template the header line of Wise's current template; columns are filled by name. By default, our own header.
 */
export function writeWiseCsv(
  payments: readonly OutgoingPayment[],
  currency: string,
  template?: string,
): { readonly csv: string } | { readonly problem: WiseProblem } {
  const chosen: Column[] = [];
  const headings: string[] = [];
  if (template === undefined) {
    chosen.push(...defaultColumns(payments));
    headings.push(...chosen.map(({ head }) => head));
  } else {
    for (const heading of headingsOf(template)) {
      const column = columnByHeading.get(normalize(heading));
      if (!column) return { problem: { kind: 'unknown-column', column: heading } };
      chosen.push(column);
      headings.push(heading);
    }
  }
  const missing = columns.find(
    (column) => !chosen.includes(column) && payments.some(({ details }) => column.neededBy.includes(details.kind)),
  );
  const unreachable = payments.find(({ details }) => details.kind === 'wise');
  if (missing) return { problem: { kind: 'missing-column', column: missing.head } };
  if (unreachable && !payments.every((payment) => hasRecipient(payment, chosen))) {
    return { problem: { kind: 'missing-column', column: 'recipientEmail' } };
  }
  const foreign = payments.find((payment) => targetCurrencyOf(payment, currency) === undefined);
  if (foreign) return { problem: { kind: 'currency', reference: foreign.reference } };
  const rows = payments.map((payment) => chosen.map(({ write }) => write(payment, currency)));
  return { csv: toCsv([headings, ...rows]) };
}

function hasRecipient(payment: OutgoingPayment, chosen: readonly Column[]): boolean {
  if (payment.details.kind !== 'wise') return true;
  const head = recipientOf(payment).startsWith('@') ? 'wisetag' : 'recipientEmail';
  return chosen.some((column) => column.head === head);
}

function headingsOf(template: string): string[] {
  const [headings = []] = parseCsv(template.replace(/^\ufeff/, '').trim());
  return headings.map((head) => head.trim());
}
