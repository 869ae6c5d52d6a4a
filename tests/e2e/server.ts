import { parseEnv } from '../../src/server/env.ts';
import { prepareBuyers } from './buyers.ts';

// The server as shipped, on a database that already has some buyers.
await prepareBuyers(parseEnv(process.env));
await import('../../src/server/main.ts');
