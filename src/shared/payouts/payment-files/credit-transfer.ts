import { formatDecimal } from '#lib/money/format.ts';
import { element, writeXml, type Xml } from '#lib/xml.ts';
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

/**
 * Writes a credit transfer initiation (pain.001.001.09) for payments to bank accounts. Elements are in schema order.
 * Charges are shared, because dollar transfers have no SEPA service level.
 */
export function writeCreditTransfers(file: CreditTransferFile): string {
  const { messageId, createdAt, executeOn, account, payments } = file;
  const count = element('NbOfTxs', String(payments.length));
  const controlSum = element(
    'CtrlSum',
    formatDecimal(payments.reduce((total, { amountCents }) => total + amountCents, 0)),
  );
  const name = element('Nm', toBankText(account.name, 70));
  const header = element('GrpHdr', [
    element('MsgId', messageId),
    element('CreDtTm', new Date(createdAt).toISOString().replace(/\.\d+Z$/, 'Z')),
    count,
    controlSum,
    element('InitgPty', name),
  ]);
  const block = element('PmtInf', [
    element('PmtInfId', `${messageId}${paymentBlockSuffix}`),
    element('PmtMtd', 'TRF'),
    element('BtchBookg', 'false'),
    count,
    controlSum,
    element('ReqdExctnDt', element('Dt', executeOn)),
    element('Dbtr', [
      name,
      element('PstlAdr', [element('TwnNm', toBankText(account.town, 35)), element('Ctry', account.country)]),
    ]),
    element('DbtrAcct', [element('Id', element('IBAN', account.iban)), element('Ccy', file.currency)]),
    element('DbtrAgt', element('FinInstnId', element('BICFI', account.bic))),
    element('ChrgBr', 'SHAR'),
    payments.map((payment) => ['\n', transferOf(file, payment)]),
    '\n',
  ]);
  const message = element('CstmrCdtTrfInitn', [header, '\n', block]);
  return writeXml(element('Document', message, { xmlns: namespace }));
}

function transferOf({ currency, account, remittance }: CreditTransferFile, payment: OutgoingPayment): Xml {
  const { reference, amountCents, payeeName, details } = payment;
  if (details.kind !== 'iban' && details.kind !== 'us-account') {
    throw new Error(`The payment ${reference} goes to no bank account`);
  }
  return element('CdtTrfTxInf', [
    element('PmtId', [element('InstrId', reference), element('EndToEndId', reference)]),
    element('Amt', element('InstdAmt', formatDecimal(amountCents), { Ccy: currency })),
    agentOf(details, account.missingBic),
    element('Cdtr', [element('Nm', toBankText(payeeName, 70)), addressOf(details.address)]),
    element('CdtrAcct', accountOf(details)),
    element('RmtInf', element('Ustrd', toBankText(`${remittance} ${reference}`, 140))),
  ]);
}

type BankDetails = Extract<OutgoingPayment['details'], { kind: 'iban' | 'us-account' }>;

function agentOf(details: BankDetails, missingBic: PayingAccount['missingBic']): Xml | '' {
  if (details.kind === 'us-account') {
    const member = [element('ClrSysId', element('Cd', 'USABA')), element('MmbId', details.routingNumber)];
    const agent = [element('ClrSysMmbId', member), element('PstlAdr', element('Ctry', 'US'))];
    return element('CdtrAgt', element('FinInstnId', agent));
  }
  if (details.bic !== null) return element('CdtrAgt', element('FinInstnId', element('BICFI', details.bic)));
  return missingBic === 'omit'
    ? ''
    : element('CdtrAgt', element('FinInstnId', element('Othr', element('Id', 'NOTPROVIDED'))));
}

function accountOf(details: BankDetails): Xml | readonly Xml[] {
  if (details.kind === 'iban') return element('Id', element('IBAN', details.iban));
  const type = details.accountType === 'checking' ? 'CACC' : 'SVGS';
  return [element('Id', element('Othr', element('Id', details.accountNumber))), element('Tp', element('Cd', type))];
}

function addressOf({ street, city, postCode, state, country }: PayeeAddress): Xml {
  const part = (name: string, text: string, maximum: number) => {
    const written = toBankText(text, maximum);
    return written === '' ? '' : element(name, written);
  };
  return element('PstlAdr', [
    part('StrtNm', street, 70),
    part('PstCd', postCode, 16),
    part('TwnNm', city, 35),
    part('CtrySubDvsn', state, 35),
    element('Ctry', country),
  ]);
}
