/** Bank responses, as small as possible while still valid. */
type StatusReport = {
  readonly messageId: string;
  /** Status of the whole message. */
  readonly group?: string;
  readonly payments?: readonly { reference: string; status: string; code?: string }[];
  readonly id?: string;
};

const reason = (code?: string) => (code ? `<StsRsnInf><Rsn><Cd>${code}</Cd></Rsn></StsRsnInf>` : '');

/** A payment status report, pain.002.001.10. */
export function statusReport({ messageId, group, payments = [], id = 'R1' }: StatusReport): string {
  const transactions = payments
    .map(
      ({ reference, status, code }) =>
        `<TxInfAndSts><OrgnlEndToEndId>${reference}</OrgnlEndToEndId><TxSts>${status}</TxSts>${reason(code)}</TxInfAndSts>`,
    )
    .join('');
  const block = transactions
    ? `<OrgnlPmtInfAndSts><OrgnlPmtInfId>${messageId}-1</OrgnlPmtInfId>${transactions}</OrgnlPmtInfAndSts>`
    : '';
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt>
<GrpHdr><MsgId>${id}</MsgId><CreDtTm>2026-03-19T09:00:00Z</CreDtTm></GrpHdr>
<OrgnlGrpInfAndSts><OrgnlMsgId>${messageId}</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId>${
    group ? `<GrpSts>${group}</GrpSts>${reason('NARR')}` : ''
  }</OrgnlGrpInfAndSts>${block}</CstmrPmtStsRpt></Document>`;
}

type Booking = {
  readonly reference?: string;
  readonly amount: string;
  readonly currency?: string;
  readonly sign?: 'DBIT' | 'CRDT';
  readonly status?: string;
  /** The code of a return. */
  readonly returned?: string;
  readonly bankReference?: string;
  /** The total of a message: its block and the number of payments. */
  readonly total?: { readonly block: string; readonly count: number };
};

/** A statement with one entry per booking, camt.053.001.08; or a notification, camt.054. */
export function statement(bookings: readonly Booking[], { id = 'S1', kind = 'camt.053' } = {}): string {
  const [message, name] = kind === 'camt.053' ? ['BkToCstmrStmt', 'Stmt'] : ['BkToCstmrDbtCdtNtfctn', 'Ntfctn'];
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${kind}.001.08"><${message}>
<GrpHdr><MsgId>${id}</MsgId><CreDtTm>2026-03-19T18:00:00Z</CreDtTm></GrpHdr>
<${name}><Id>1</Id>${bookings.map(renderEntry).join('\n')}</${name}></${message}></Document>`;
}

function renderEntry({
  reference,
  amount,
  currency = 'USD',
  sign = 'DBIT',
  status = 'BOOK',
  ...rest
}: Booking): string {
  const { returned, bankReference, total } = rest;
  const money = `<Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${sign}</CdtDbtInd>`;
  const account = bankReference ? `<AcctSvcrRef>${bankReference}</AcctSvcrRef>` : '';
  const details = total
    ? `<Btch><PmtInfId>${total.block}</PmtInfId><NbOfTxs>${total.count}</NbOfTxs></Btch>`
    : `<TxDtls><Refs>${account}<EndToEndId>${reference ?? 'NOTPROVIDED'}</EndToEndId></Refs>${money}${
        returned ? `<RtrInf><Rsn><Cd>${returned}</Cd></Rsn></RtrInf>` : ''
      }</TxDtls>`;
  return `<Ntry>${money}<Sts><Cd>${status}</Cd></Sts>${account}<NtryDtls>${details}</NtryDtls></Ntry>`;
}
