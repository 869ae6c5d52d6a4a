import { findNode, parseXml, textAt, type XmlNode } from '#lib/xml.ts';
import type { BankReport } from './bank-report.ts';
import { readStatement } from './read-statement.ts';
import { readStatusReport } from './read-status-report.ts';
import { readUsdcHashes } from './usdc-list.ts';

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
