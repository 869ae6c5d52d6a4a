import { findNode, listNodes, parseXml, textAt, type XmlNode } from '#lib/xml.ts';
import type { BankEntry, BankEvent, BankReport } from './bank-report.ts';
import { readStatement } from './read-statement.ts';
import { readUsdcHashes } from './usdc-list.ts';

/** ISO 20022 payment statuses. ACSC and ACCC mean settled; other acceptances only mean that it is in progress. */
const events: Readonly<Record<string, BankEvent>> = {
  ...{ ACSC: 'booked', ACCC: 'booked', RJCT: 'rejected', CANC: 'rejected', PDNG: 'pending', RCVD: 'pending' },
  ...{ ACTC: 'accepted', ACCP: 'accepted', ACSP: 'accepted', ACWC: 'accepted', ACWP: 'accepted', ACFC: 'accepted' },
};

const eventOf = (status: string): BankEvent => events[status] ?? 'unreadable';

const reportIdOf = (report: XmlNode) => textAt(report, 'GrpHdr', 'MsgId') ?? '';

/** Reads a file from a bank or a wallet, detecting its kind; null if the kind is unknown. @throws {XmlError} */
export function readBankFile(text: string): BankReport | null {
  if (!/^\ufeff?\s*</.test(text)) return readUsdcHashes(text);
  const root = parseXml(text);
  const statusReport = findNode(root, 'CstmrPmtStsRpt');
  if (statusReport) return readStatusReport(statusReport);
  const statement = findNode(root, 'BkToCstmrStmt');
  if (statement) return { kind: 'camt.053', ...readAll(statement, 'Stmt') };
  const notification = findNode(root, 'BkToCstmrDbtCdtNtfctn');
  return notification ? { kind: 'camt.054', ...readAll(notification, 'Ntfctn') } : null;
}

function readAll(message: XmlNode, name: 'Stmt' | 'Ntfctn'): Omit<BankReport, 'kind'> {
  return { messageId: textAt(message, 'GrpHdr', 'MsgId') ?? '', entries: readStatement(message, name) };
}

/** Reads a payment status report (pain.002): one entry per payment, or one for the whole message if none is listed. */
function readStatusReport(report: XmlNode): BankReport {
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
