import { defineFormat, isTakenBack, readFill } from '../format.ts';

/** A row for each execution, as dxFeed platforms export them: the headings leave nothing open. */
export const executions = defineFormat({
  id: 'executions',
  name: 'dxFeed',
  times: 'heading',
  isExecutionsOnly: true,
  signature: ['id', 'at', 'symbol', 'side', 'quantity', 'price'],
  identity: ['id'],
  hasExecutionIds: true,
  columns: {
    id: ['execution id', 'executionid', 'exec id', 'execid', 'fill id', 'fillid', 'trade id', 'tradeid'],
    account: ['account'],
    at: [
      ...['time', 'execution time', 'executiontime', 'exec time', 'fill time', 'filltime', 'date/time', 'datetime'],
      ...['timestamp', 'trade time', 'transaction time'],
    ],
    symbol: ['symbol', 'instrument', 'contract'],
    side: ['side', 'buy/sell', 'b/s', 'action'],
    quantity: ['filled quantity', 'filled qty', 'qty filled', 'quantity', 'qty', 'size'],
    price: ['fill price', 'execution price', 'exec price', 'price'],
    status: ['status', 'state'],
  },
  read(cell) {
    const status = cell('status');
    // A partly filled order may end as canceled, but a canceled execution may also be a bust.
    return isTakenBack(status) ? { kind: 'unread', reason: 'status', value: status } : readFill(cell);
  },
});
