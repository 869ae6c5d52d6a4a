import { createRequire } from 'node:module';

/** Drives a public Tradovate client, in the folder of its sources, against an emulator. Prints what it has read. */
const [folder = '', url = ''] = process.argv.slice(2);
const require = createRequire(`${folder}/package.json`);
const { host } = new URL(url);

/** The client knows the vendor's hosts only. */
const toEmulator = (address) =>
  address.replace(/^(http|ws)s:\/\/[a-z]+\.tradovateapi\.com/, (_, scheme) => `${scheme}://${host}`);
require('axios').interceptors.request.use((config) => ({ ...config, url: toEmulator(config.url) }));
const Socket = require('ws');
require.cache[require.resolve('ws')].exports = class extends Socket {
  constructor(address, ...rest) {
    super(toEmulator(address), ...rest);
  }
};
console.log = () => undefined;

const { TradovateService, TradovateSocket } = require(`${folder}/dist/index.js`);
const service = new TradovateService();
const login = { appId: 'foreign', appVersion: '1.0', cid: 1, sec: 'secret' };
await service.connect({ name: 'trader', password: 'secret', ...login });
const accounts = await service.get('account/list');
const socket = new TradovateSocket(false);
await socket.connect();
const received = { fills: [], positions: [], cashBalances: [] };
await socket.synchronize({
  onSubscription(data) {
    for (const name of Object.keys(received)) if (Array.isArray(data[name])) received[name].push(...data[name]);
    if (data.entityType === 'fill') received.fills.push(data.entity);
  },
});
const [{ id: accountId, name }] = accounts;
const order = { accountId, accountSpec: name, action: 'Sell', symbol: 'ESZ6', orderQty: 1, orderType: 'Market' };
const placed = await socket.request({ url: 'order/placeorder', body: { ...order, isAutomated: true } });
await new Promise((resolve) => setTimeout(resolve, 300));
const { d: contract } = await socket.request({ url: 'contract/find', query: { name: 'ESZ6' } });
const { d: maturity } = await socket.request({
  ...{ url: 'contractMaturity/item', query: { id: contract.contractMaturityId } },
});
const { d: product } = await socket.request({ url: 'product/item', query: { id: maturity.productId } });
const positions = await service.get('position/list');
const cash = await service.post('cashBalance/getcashbalancesnapshot', { accountId });
// Its own heartbeats must keep the connection.
await new Promise((resolve) => setTimeout(resolve, 6_000));
process.stdout.write(
  JSON.stringify({
    ...{
      accounts: accounts.map((each) => each.name),
      fills: received.fills.map(({ action, qty }) => `${action} ${qty}`),
    },
    ...{ placed: placed.s, product: [product.name, product.valuePerPoint], isConnected: socket.isConnected() },
    ...{ net: positions.map(({ netPos }) => netPos), cash: cash.totalCashValue },
  }),
);
process.exit(0);
