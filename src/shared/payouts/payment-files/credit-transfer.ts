import { formatDecimal } from '#lib/money/format.ts';
import type { PayeeAddress } from '../payees/address.ts';
import { toBankText } from './bank-text.ts';
import type { OutgoingPayment, PayingAccount } from './payment.ts';

export type CreditTransferFile = {
  readonly messageId: string;
  readonly createdAt: number;
  /** The bank day on which the payments are due: `2026-03-19`. */
  readonly executeOn: string;
  readonly currency: string;
  readonly account: PayingAccount;
  /** Text before each reference in the payee's remittance information. */
  readonly remittance: string;
  readonly payments: readonly OutgoingPayment[];
};

const namespace = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09';

/** A file has one block of payments, whose id is the message id with this suffix. */
export const paymentBlockSuffix = '-1';

type Content = string | readonly string[];

/** Doesn't escape the content: all texts come from `toBankText` or have formats that need no escaping. */
function tag(name: string, content: Content, attributes = ''): string {
  return `<${name}${attributes}>${typeof content === 'string' ? content : content.join('')}</${name}>`;
}

/**
 * Writes a credit transfer initiation (pain.001.001.09) for payments to bank accounts. Elements are in schema order.
 * Charges are shared, because dollar transfers have no SEPA service level.
 */
export function writeCreditTransfers(file: CreditTransferFile): string {
  const { messageId, createdAt, executeOn, account, payments } = file;
  const count = tag('NbOfTxs', String(payments.length));
  const controlSum = tag('CtrlSum', formatDecimal(payments.reduce((total, { amountCents }) => total + amountCents, 0)));
  const name = tag('Nm', toBankText(account.name, 70));
  const header = tag('GrpHdr', [
    tag('MsgId', messageId),
    tag('CreDtTm', new Date(createdAt).toISOString().replace(/\.\d+Z$/, 'Z')),
    count,
    controlSum,
    tag('InitgPty', name),
  ]);
  const block = tag('PmtInf', [
    tag('PmtInfId', `${messageId}${paymentBlockSuffix}`),
    tag('PmtMtd', 'TRF'),
    tag('BtchBookg', 'false'),
    count,
    controlSum,
    tag('ReqdExctnDt', tag('Dt', executeOn)),
    tag('Dbtr', [name, tag('PstlAdr', [tag('TwnNm', toBankText(account.town, 35)), tag('Ctry', account.country)])]),
    tag('DbtrAcct', [tag('Id', tag('IBAN', account.iban)), tag('Ccy', file.currency)]),
    tag('DbtrAgt', tag('FinInstnId', tag('BICFI', account.bic))),
    tag('ChrgBr', 'SHAR'),
    ...payments.map((payment) => `\n${transferOf(file, payment)}`),
    '\n',
  ]);
  const message = tag('CstmrCdtTrfInitn', [header, '\n', block]);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${tag('Document', message, ` xmlns="${namespace}"`)}\n`;
}

function transferOf({ currency, account, remittance }: CreditTransferFile, payment: OutgoingPayment): string {
  const { reference, amountCents, payeeName, details } = payment;
  if (details.kind !== 'iban' && details.kind !== 'us-account') {
    throw new Error(`The payment ${reference} goes to no bank account`);
  }
  return tag('CdtTrfTxInf', [
    tag('PmtId', [tag('InstrId', reference), tag('EndToEndId', reference)]),
    tag('Amt', tag('InstdAmt', formatDecimal(amountCents), ` Ccy="${currency}"`)),
    agentOf(details, account.missingBic),
    tag('Cdtr', [tag('Nm', toBankText(payeeName, 70)), addressOf(details.address)]),
    tag('CdtrAcct', accountOf(details)),
    tag('RmtInf', tag('Ustrd', toBankText(`${remittance} ${reference}`, 140))),
  ]);
}

type BankDetails = Extract<OutgoingPayment['details'], { kind: 'iban' | 'us-account' }>;

function agentOf(details: BankDetails, missingBic: PayingAccount['missingBic']): string {
  if (details.kind === 'us-account') {
    const member = [tag('ClrSysId', tag('Cd', 'USABA')), tag('MmbId', details.routingNumber)];
    const agent = [tag('ClrSysMmbId', member), tag('PstlAdr', tag('Ctry', 'US'))];
    return tag('CdtrAgt', tag('FinInstnId', agent));
  }
  if (details.bic !== null) return tag('CdtrAgt', tag('FinInstnId', tag('BICFI', details.bic)));
  return missingBic === 'omit' ? '' : tag('CdtrAgt', tag('FinInstnId', tag('Othr', tag('Id', 'NOTPROVIDED'))));
}

function accountOf(details: BankDetails): string {
  if (details.kind === 'iban') return tag('Id', tag('IBAN', details.iban));
  const type = details.accountType === 'checking' ? 'CACC' : 'SVGS';
  return `${tag('Id', tag('Othr', tag('Id', details.accountNumber)))}${tag('Tp', tag('Cd', type))}`;
}

function addressOf({ street, city, postCode, state, country }: PayeeAddress): string {
  const part = (name: string, text: string, maximum: number) => {
    const written = toBankText(text, maximum);
    return written === '' ? '' : tag(name, written);
  };
  return tag('PstlAdr', [
    part('StrtNm', street, 70),
    part('PstCd', postCode, 16),
    part('TwnNm', city, 35),
    part('CtrySubDvsn', state, 35),
    tag('Ctry', country),
  ]);
}
