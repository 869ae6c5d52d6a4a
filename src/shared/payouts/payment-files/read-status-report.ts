import { listNodes, textAt, type XmlNode } from '#lib/xml.ts';
import type { BankEntry, BankEvent, BankReport } from './bank-report.ts';

/** ISO 20022 payment statuses. ACSC and ACCC mean settled; other acceptances only mean that it is in progress. */
const events: Readonly<Record<string, BankEvent>> = {
  ...{ ACSC: 'booked', ACCC: 'booked', RJCT: 'rejected', CANC: 'rejected', PDNG: 'pending', RCVD: 'pending' },
  ...{ ACTC: 'accepted', ACCP: 'accepted', ACSP: 'accepted', ACWC: 'accepted', ACWP: 'accepted', ACFC: 'accepted' },
};

const eventOf = (status: string): BankEvent => events[status] ?? 'unreadable';

/** Reads a payment status report (pain.002): one entry per payment, or one for the whole message if none is listed. */
export function readStatusReport(report: XmlNode): BankReport {
  const original = report.children.find(({ name }) => name === 'OrgnlGrpInfAndSts');
  const messageId = textAt(original, 'OrgnlMsgId');
  const groupStatus = textAt(original, 'GrpSts');
  const blocks = listNodes(report, 'OrgnlPmtInfAndSts');
  const entries = blocks.flatMap((block) => {
    const payments = listNodes(block, 'TxInfAndSts').map((payment) => readPayment(payment, messageId));
    const status = textAt(block, 'PmtInfSts');
    // PART means that the payments have different statuses. Any other status applies to the whole block.
    if (payments.length > 0 || status === null || status === 'PART') return payments;
    return [entryForAll(textAt(block, 'OrgnlPmtInfId') ?? messageId, status, codeOf(block))];
  });
  // A rejected message is rejected as a whole, even if single payments are named as the cause.
  if (groupStatus === 'RJCT') {
    const code = codeOf(original) ?? entries.find(({ code: named }) => named !== null)?.code ?? null;
    return { kind: 'pain.002', messageId: reportIdOf(report), entries: [entryForAll(messageId, groupStatus, code)] };
  }
  const isWhole = entries.length === 0 && groupStatus !== null && groupStatus !== 'PART';
  return {
    kind: 'pain.002',
    messageId: reportIdOf(report),
    entries: isWhole ? [entryForAll(messageId, groupStatus, codeOf(original))] : entries,
  };
}

const reportIdOf = (report: XmlNode) => textAt(report, 'GrpHdr', 'MsgId') ?? '';

function codeOf(node: XmlNode | undefined): string | null {
  return textAt(node, 'StsRsnInf', 'Rsn', 'Cd') ?? textAt(node, 'StsRsnInf', 'Rsn', 'Prtry');
}

function entryForAll(messageId: string | null, status: string, code: string | null): BankEntry {
  const emptyEntry = { reference: null, amountCents: null, currency: null, count: null, bankReference: null };
  return { ...emptyEntry, messageId, event: eventOf(status), code };
}

function readPayment(payment: XmlNode, messageId: string | null): BankEntry {
  return {
    messageId,
    reference: textAt(payment, 'OrgnlEndToEndId') ?? textAt(payment, 'OrgnlInstrId'),
    event: eventOf(textAt(payment, 'TxSts') ?? ''),
    amountCents: null,
    currency: null,
    count: null,
    code: codeOf(payment),
    bankReference: textAt(payment, 'AcctSvcrRef'),
  };
}
