import { describe, expect, test } from 'vitest';
import type { BankEntry } from '#shared/payouts/payment-files/bank-report.ts';
import { isBankText } from '#shared/payouts/payment-files/bank-text.ts';
import { readBankFile } from '#shared/payouts/payment-files/read-bank-file.ts';
import { writeUsdcList } from '#shared/payouts/payment-files/usdc-list.ts';

/** A bank entry with these fields; all others are empty. */
function entry(parts: Partial<BankEntry>): BankEntry {
  return {
    ...{ messageId: null, reference: null, event: 'unreadable', amountCents: null, currency: null },
    ...{ count: null, code: null, bankReference: null },
    ...parts,
  };
}

describe('a payment status report', () => {
  const read = (group: string, blocks = '') =>
    readBankFile(
      `<?xml version="1.0"?><Document><CstmrPmtStsRpt><GrpHdr><MsgId>S1</MsgId></GrpHdr><OrgnlGrpInfAndSts><OrgnlMsgId>B1</OrgnlMsgId>${group}</OrgnlGrpInfAndSts>${blocks}</CstmrPmtStsRpt></Document>`,
    );
  const block = (inner: string) => `<OrgnlPmtInfAndSts><OrgnlPmtInfId>B1-1</OrgnlPmtInfId>${inner}</OrgnlPmtInfAndSts>`;
  const payment = (status: string, inner = '') =>
    `<TxInfAndSts><OrgnlInstrId>I1</OrgnlInstrId><OrgnlEndToEndId>P1</OrgnlEndToEndId><TxSts>${status}</TxSts>${inner}</TxInfAndSts>`;
  const reason = (code: string) => `<StsRsnInf><Rsn><Cd>${code}</Cd></Rsn></StsRsnInf>`;

  test.each([
    ['ACSC', 'booked'],
    ['ACCC', 'booked'],
    ['RJCT', 'rejected'],
    ['CANC', 'rejected'],
    ['PDNG', 'pending'],
    ['RCVD', 'pending'],
    ['ACTC', 'accepted'],
    ['ACCP', 'accepted'],
    ['ACSP', 'accepted'],
    ['ACWC', 'accepted'],
    ['ACWP', 'accepted'],
    ['ACFC', 'accepted'],
    ['XXXX', 'unreadable'],
  ] as const)('reads the payment status %s as %s', (status, event) => {
    const inner = `${reason('AC04')}<AcctSvcrRef>R1</AcctSvcrRef>`;
    expect(read('', block(payment(status, inner)))).toEqual({
      ...{ kind: 'pain.002', messageId: 'S1' },
      entries: [entry({ messageId: 'B1', reference: 'P1', event, code: 'AC04', bankReference: 'R1' })],
    });
  });

  test('uses the bank’s own reason, and the instruction id if the end-to-end id is missing', () => {
    const own = '<StsRsnInf><Rsn><Prtry>LIMIT</Prtry></Rsn></StsRsnInf>';
    const unnamed = `<TxInfAndSts><OrgnlInstrId>I1</OrgnlInstrId>${own}</TxInfAndSts>`;
    expect(read('', block(unnamed))?.entries).toEqual([
      entry({ messageId: 'B1', reference: 'I1', code: 'LIMIT', event: 'unreadable' }),
    ]);
  });

  test('rejects the whole message with its own reason or that of the payment it names', () => {
    const payments = block(`${payment('ACCP')}${payment('RJCT', reason('AC04'))}`);
    const whole = (code: string | null) => [entry({ messageId: 'B1', event: 'rejected', code })];
    expect(read(`<GrpSts>RJCT</GrpSts>${reason('FF01')}`, payments)?.entries).toEqual(whole('FF01'));
    expect(read('<GrpSts>RJCT</GrpSts>', payments)?.entries).toEqual(whole('AC04'));
    expect(read('<GrpSts>RJCT</GrpSts>')).toEqual({ kind: 'pain.002', messageId: 'S1', entries: whole(null) });
  });

  test('applies the status of the whole message unless it is partial or payments are named', () => {
    expect(read(`<GrpSts>ACSP</GrpSts>${reason('G000')}`)?.entries).toEqual([
      entry({ messageId: 'B1', event: 'accepted', code: 'G000' }),
    ]);
    expect(read('<GrpSts>PART</GrpSts>')?.entries).toEqual([]);
    expect(read('')?.entries).toEqual([]);
    const named = read('<GrpSts>ACSP</GrpSts>', block(payment('ACSC')))?.entries;
    expect(named?.map(({ reference, event }) => [reference, event])).toEqual([['P1', 'booked']]);
  });

  test('applies the status of a block unless it is partial or its payments are named', () => {
    const status = (text: string) => `<PmtInfSts>${text}</PmtInfSts>`;
    expect(read('', block(`${status('RJCT')}${reason('AM04')}`))?.entries).toEqual([
      entry({ messageId: 'B1-1', event: 'rejected', code: 'AM04' }),
    ]);
    expect(read('', '<OrgnlPmtInfAndSts><PmtInfSts>ACSP</PmtInfSts></OrgnlPmtInfAndSts>')?.entries).toEqual([
      entry({ messageId: 'B1', event: 'accepted' }),
    ]);
    expect(read('', block(status('PART')))?.entries).toEqual([]);
    expect(read('', block(''))?.entries).toEqual([]);
    expect(read('', block(`${status('RJCT')}${payment('ACSC')}`))?.entries).toEqual([
      entry({ messageId: 'B1', reference: 'P1', event: 'booked' }),
    ]);
  });
});

describe('a statement', () => {
  const amount = (text: string, currency = 'USD') => `<Amt Ccy="${currency}">${text}</Amt>`;
  const transaction = (refs: string, inner = '') => `<TxDtls><Refs>${refs}</Refs>${inner}</TxDtls>`;
  const references = '<PmtInfId>B1-1</PmtInfId><EndToEndId>P1</EndToEndId>';
  const booked = (details: string, given = amount('12.50'), status = '<Sts><Cd>BOOK</Cd></Sts>', sign = 'DBIT') =>
    `<Ntry>${given}<CdtDbtInd>${sign}</CdtDbtInd>${status}<AcctSvcrRef>R1</AcctSvcrRef>${details === '' ? '' : `<NtryDtls>${details}</NtryDtls>`}</Ntry>`;
  const read = (entries: string) =>
    readBankFile(
      `<Document><BkToCstmrStmt><GrpHdr><MsgId>C1</MsgId></GrpHdr><Stmt>${entries}</Stmt></BkToCstmrStmt></Document>`,
    )?.entries;
  const paid = entry({
    ...{
      messageId: 'B1-1',
      reference: 'P1',
      event: 'booked',
      amountCents: 1_250,
      currency: 'USD',
      bankReference: 'R1',
    },
  });

  test('is distinguished from a notification and names its message', () => {
    const entries = booked(transaction(references));
    expect(
      readBankFile(`<D><BkToCstmrStmt><GrpHdr><MsgId>C1</MsgId></GrpHdr><Stmt>${entries}</Stmt></BkToCstmrStmt></D>`),
    ).toEqual({ kind: 'camt.053', messageId: 'C1', entries: [paid] });
    expect(
      readBankFile(`\ufeff <D><BkToCstmrDbtCdtNtfctn><Ntfctn>${entries}</Ntfctn></BkToCstmrDbtCdtNtfctn></D>`),
    ).toEqual({ kind: 'camt.054', messageId: '', entries: [paid] });
    expect(readBankFile('<D><Other/></D>')).toBeNull();
  });

  test.each([
    ['a status in plain text', booked(transaction(references), amount('12.50'), '<Sts>BOOK</Sts>'), 'booked'],
    ['a pending entry', booked(transaction(references), amount('12.50'), '<Sts>PDNG</Sts>'), 'pending'],
    ['an entry for information', booked(transaction(references), amount('12.50'), '<Sts>INFO</Sts>'), 'pending'],
    ['an entry in the future', booked(transaction(references), amount('12.50'), '<Sts>FUTR</Sts>'), 'pending'],
    ['an entry without a status', booked(transaction(references), amount('12.50'), ''), 'unreadable'],
    [
      'incoming money without a return reason',
      booked(transaction(references), amount('12.50'), '<Sts>BOOK</Sts>', 'CRDT'),
      'unreadable',
    ],
    [
      'a reversal of a payment',
      booked(transaction(references), amount('12.50'), '<RvslInd>true</RvslInd><Sts>BOOK</Sts>'),
      'unreadable',
    ],
    [
      'an entry marked as no reversal',
      booked(transaction(references), amount('12.50'), '<RvslInd>false</RvslInd><Sts>BOOK</Sts>'),
      'booked',
    ],
    [
      'outgoing money with a return reason',
      booked(transaction(references, '<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>')),
      'unreadable',
    ],
    ['a transaction’s own direction', booked(transaction(references, '<CdtDbtInd>CRDT</CdtDbtInd>')), 'unreadable'],
  ])('reads %s', (_, text, event) => {
    expect(read(text)?.map((found) => found.event)).toEqual([event]);
  });

  test('gives the reason for returned money', () => {
    const returned = transaction(references, '<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>');
    expect(read(booked(returned, amount('12.50'), '<Sts>BOOK</Sts>', 'CRDT'))).toEqual([
      { ...paid, event: 'returned', code: 'AC04' },
    ]);
  });

  test.each([
    ['12', 1_200],
    ['12.5', 1_250],
    ['12.50', 1_250],
    ['0.05', 5],
    ['12.50000', 1_250],
    ['12.505', null],
    ['12.500001', null],
    ['-12.50', null],
    ['12,50', null],
    ['x12.50', null],
    ['999999999999.99', 99_999_999_999_999],
    ['1000000000000', null],
    ['', null],
  ])('reads the amount %j as %s cents', (text, cents) => {
    expect(read(booked(transaction(references), amount(text)))?.map(({ amountCents }) => amountCents)).toEqual([cents]);
  });

  test('prefers the instructed amount to the transaction’s amount, and both to the entry’s', () => {
    const instructed = `<AmtDtls><InstdAmt>${amount('3')}</InstdAmt><TxAmt>${amount('2')}</TxAmt></AmtDtls>${amount('1')}`;
    const taken = (inner: string) =>
      read(booked(transaction(references, inner)))?.map(({ amountCents }) => amountCents);
    expect(taken(instructed)).toEqual([300]);
    expect(taken(`<AmtDtls><TxAmt>${amount('2')}</TxAmt></AmtDtls>${amount('1')}`)).toEqual([200]);
    expect(taken(amount('1', 'EUR'))).toEqual([100]);
    expect(read(booked(transaction(references, amount('1', 'EUR'))))?.[0]?.currency).toBe('EUR');
  });

  test('reads each of several payments in one entry, and one without an amount of its own needs a review', () => {
    const second = transaction(
      '<MsgId>B1</MsgId><EndToEndId>P2</EndToEndId><AcctSvcrRef>R2</AcctSvcrRef>',
      amount('4'),
    );
    expect(read(booked(`${transaction(references)}${second}`))).toEqual([
      { ...paid, event: 'unreadable', amountCents: null, currency: null },
      { ...paid, messageId: 'B1', reference: 'P2', amountCents: 400, bankReference: 'R2' },
    ]);
  });

  test.each([
    ['no amount', '', 'unreadable'],
    ['an amount in fractions of a cent', amount('12.505'), 'unreadable'],
    ['no currency', '<Amt>12.50</Amt>', 'unreadable'],
    ['an amount', amount('12.50'), 'booked'],
  ])('takes an entry with %s as %s', (_, given, event) => {
    // The layout of a published camt.054 of a collective booking: a batch's total, then references without amounts.
    const second = '<PmtInfId>B1-1</PmtInfId><InstrId>I2</InstrId><EndToEndId>P2</EndToEndId>';
    const total = `<Btch><MsgId>B1</MsgId><PmtInfId>B1-1</PmtInfId><NbOfTxs>2</NbOfTxs><TtlAmt Ccy="USD">25</TtlAmt></Btch>`;
    const both = `${total}${transaction(references, given)}${transaction(second, given)}`;
    expect(read(booked(both, amount('25')))?.map((each) => each.event)).toEqual([event, event]);
    expect(read(booked(transaction(references), given))?.map((each) => each.event)).toEqual([event]);
    expect(read(booked('<Btch><MsgId>B1</MsgId></Btch>', given))?.map((each) => each.event)).toEqual([event]);
  });

  test('reads an entry that names only a message as that message’s total', () => {
    const total = { ...paid, reference: null };
    const batch = (inner: string) => `<Btch>${inner}</Btch>`;
    const name = '<PmtInfId>B1-1</PmtInfId>';
    expect(read(booked(batch(`<MsgId>B1</MsgId>${name}<NbOfTxs>17</NbOfTxs>`)))).toEqual([{ ...total, count: 17 }]);
    expect(read(booked(batch('<MsgId>B1</MsgId>')))).toEqual([{ ...total, messageId: 'B1' }]);
    expect(read(booked(batch(`${name}<NbOfTxs>many</NbOfTxs>`)))).toEqual([total]);
    expect(read(booked(transaction(`${name}<EndToEndId>NOTPROVIDED</EndToEndId>`)))).toEqual([total]);
    expect(read(booked(transaction(name)))).toEqual([total]);
  });

  test('lists the payments if at least one is named, even beside a batch', () => {
    const batch = '<Btch><MsgId>B1</MsgId><NbOfTxs>2</NbOfTxs></Btch>';
    const unnamed = transaction('<PmtInfId>B1-1</PmtInfId><EndToEndId>NOTPROVIDED</EndToEndId>', amount('4'));
    const payment = { ...paid, amountCents: 850 };
    expect(read(booked(`${batch}${unnamed}${transaction(references, amount('8.5'))}`))).toEqual([
      { ...payment, reference: null, amountCents: 400 },
      payment,
    ]);
    expect(read(booked(`${batch}${transaction(references, amount('8.5'))}`))).toEqual([payment]);
  });

  test('takes a total’s message from the first part that names one', () => {
    const total = { ...paid, reference: null };
    const unnamed = transaction('<EndToEndId>NOTPROVIDED</EndToEndId>');
    const named = transaction('<MsgId>B2</MsgId>');
    // A batch counts more than transactions, also in a later block of details.
    expect(read(booked(`${unnamed}${named}`))).toEqual([{ ...total, messageId: 'B2' }]);
    expect(read(booked(`${named}</NtryDtls><NtryDtls><Btch><MsgId>B1</MsgId></Btch>`))).toEqual([
      { ...total, messageId: 'B1' },
    ]);
    expect(read(booked(`${unnamed}</NtryDtls><NtryDtls>${named}`))).toEqual([{ ...total, messageId: 'B2' }]);
  });

  test('lists the transactions of a batch that names nothing, each for itself', () => {
    const unnamed = (cents: string) => transaction('<EndToEndId>NOTPROVIDED</EndToEndId>', amount(cents));
    const foreign = { ...paid, messageId: null, reference: null };
    const batch = '<Btch><NbOfTxs>2</NbOfTxs></Btch>';
    expect(read(booked(`${batch}${unnamed('4')}${unnamed('8.5')}`))).toEqual([
      { ...foreign, amountCents: 400 },
      { ...foreign, amountCents: 850 },
    ]);
  });

  test('lists an entry that names nothing of ours', () => {
    expect(read(booked(''))).toEqual([{ ...paid, messageId: null, reference: null }]);
    expect(read(booked(transaction('<EndToEndId>NOTPROVIDED</EndToEndId>')))).toEqual([
      { ...paid, messageId: null, reference: null },
    ]);
  });
});

describe('a file of USDC transaction hashes', () => {
  const hash = `0x${'ab'.repeat(32)}`;
  const read = (...lines: readonly string[]) =>
    readBankFile(['reference,transaction_hash', ...lines].join('\n'))?.entries;

  test('is read by its headings, in any case and order', () => {
    expect(readBankFile(`\ufeffnote, Transaction Hash ,REFERENCE\nx, ${hash.toUpperCase()} , P1 \n`)).toEqual({
      ...{ kind: 'usdc-hashes', messageId: '' },
      entries: [entry({ reference: 'P1', event: 'booked', bankReference: hash })],
    });
    expect(readBankFile('note,reference\nx,P1')).toBeNull();
    expect(readBankFile('note,transaction-hash\nx,P1')).toBeNull();
    expect(readBankFile('reference,"transaction_hash\nP1')).toBeNull();
  });

  test.each([
    ['a digit short', hash.slice(0, -1)],
    ['a digit too long', `${hash}a`],
    ['something before it', `1${hash}`],
    ['no hexadecimal digit', `0x${'g'.repeat(64)}`],
  ])('lists a hash with %s as unreadable for review', (_, given) => {
    expect(read(`P1,${given}`)).toEqual([entry({ reference: 'P1', event: 'unreadable', bankReference: given })]);
  });

  test('ignores an empty hash or reference and keeps 100 characters of a long one', () => {
    expect(read('P1,')).toEqual([entry({ reference: 'P1' })]);
    expect(read(`,${hash}`)).toEqual([entry({ event: 'booked', bankReference: hash })]);
    expect(read('P1')).toEqual([entry({ reference: 'P1' })]);
    expect(read(`P1,${'f'.repeat(101)}`)?.[0]?.bankReference).toBe('f'.repeat(100));
  });

  test('answers a list that names reference, network, token, address and amount', () => {
    const wallet = `0x${'1'.repeat(40)}`;
    const payment = { reference: 'P1', amountCents: 123_405, payeeName: 'Ana' };
    expect(writeUsdcList([{ ...payment, details: { kind: 'usdc', network: 'base', address: wallet } }]).trim()).toBe(
      `reference,network,token,address,amount\r\nP1,base,USDC,${wallet},1234.05`,
    );
    expect(() => writeUsdcList([{ ...payment, details: { kind: 'wise', recipient: '@ana' } }])).toThrow(
      'The payment P1 goes to no wallet',
    );
  });
});

test('a name can be written for a bank if each of its letters can', () => {
  expect(['Łukasz Groß', 'Inês d’Ávila 3', 'Þór'].map(isBankText)).toEqual([true, true, true]);
  expect(['Владимир', 'Ana Владимир', '李'].map(isBankText)).toEqual([false, false, false]);
});
