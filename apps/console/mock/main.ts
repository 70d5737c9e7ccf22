import { startMock } from './server.ts';
import { SCENARIOS } from './world.ts';

// node --conditions=source mock/main.ts [empty|full|failing]: a server to develop the console against, where `vite` expects the gateway.
const wanted = process.argv[2] ?? 'full';
const scenario = SCENARIOS.find((one) => one === wanted) ?? 'full';
const { url } = await startMock(scenario, { port: 8080, staff: process.argv.includes('--staff') });
process.stdout.write(`${scenario}: ${url}\n`);
