import { runCommand } from '#bridge/core/commands.ts';
import { bridge, emulatorPort } from './running.ts';

const usage = `Use: npm run emulate:order -- buy 1 ESH7 [PRICE]   or sell, at the last price or at another
     npm run emulate:order -- win 800 6            a trade of $800 on each of the last six trading days
     npm run emulate:order -- lose 2100            a trade that loses as much, now
     npm run emulate:order -- tasks                what waits for a person, and confirm T3 once it is done
     npm run emulate:order -- open 50000           what Rithmic’s broker does: also lock, unlock, close-only, reset, move -1250
Without an order it lists the accounts. With --account TDV… it is for another one than the newest.`;
const staffVerbs = ['open', 'lock', 'unlock', 'close-only', 'reset', 'move'];

async function ask(path: string, body: object = {}): Promise<string | readonly string[]> {
  const response = await fetch(`http://127.0.0.1:${emulatorPort}/emulator/${path}`, {
    ...{ method: 'POST', body: JSON.stringify(body) },
  }).catch(() => {
    throw new Error('Start the emulator first: npm run emulate -- tradovate, volumetrica or rithmic');
  });
  const answer = (await response.json()) as {
    readonly result?: string | readonly string[];
    readonly errorText?: string;
  };
  if (answer.result === undefined) throw new Error(`The vendor refuses: ${answer.errorText}`);
  return answer.result;
}

async function run(args: readonly string[]): Promise<string | readonly string[]> {
  const at = args.indexOf('--account');
  const account = at < 0 ? {} : { account: args[at + 1] };
  const [verb, first = '', second = '', third] = at < 0 ? args : args.toSpliced(at, 2);
  const [number, price] = [Number(first), third === undefined ? {} : { price: Number(third) }];
  if (verb === undefined) return ask('accounts');
  if (staffVerbs.includes(verb)) return ask('staff', { ...account, verb, dollars: number });
  const said: string[] = [];
  if (await runCommand(bridge, args, (line) => said.push(line))) return said.length === 0 ? 'Done.' : said;
  if ((verb === 'buy' || verb === 'sell') && number > 0 && /^[A-Z0-9]{1,6}[FGHJKMNQUVXZ]\d$/.test(second))
    return ask('order', {
      ...{ ...account, ...price, contract: second, qty: number, action: verb === 'buy' ? 'Buy' : 'Sell' },
    });
  if (verb === 'win' && number > 0 && Number(second) > 0)
    return ask('result', { ...account, dollars: number, days: Number(second) });
  if (verb === 'lose' && number > 0) return ask('result', { ...account, dollars: -number, days: 0 });
  throw new Error(usage);
}

try {
  const result = await run(process.argv.slice(2));
  console.log(typeof result === 'string' ? result : result.join('\n') || 'No account is open yet.');
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
