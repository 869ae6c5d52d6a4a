import { parseEnv } from '../../src/server/env.ts';
import { prepareBuyers } from './buyers.ts';

// The server as it ships, on a database that has seen some buyers already.
await prepareBuyers(parseEnv(process.env));
await import('../../src/server/main.ts');
