import { parseEnv } from '#server/core/env.ts';
import { prepareBuyers } from './buyers.ts';
import { copyPrepared, prepareFolders } from './prepared-folder.ts';

// The server as shipped, on the demo's database with some additional buyers.
const env = parseEnv(process.env);
await prepareFolders();
copyPrepared('demo', env.dataDir);
await prepareBuyers(env);
await import('#server/main.ts');
