// A process that leads for as long as it lives: node --conditions=source holder.fixture.ts URL SERVICE TABLE NAME SECONDS
import { Database } from '../orm/database.ts';
import { Leader } from './leader.ts';

const [url = '', service = '', table = '', name = '', seconds = ''] = process.argv.slice(2);
const leader = new Leader(await Database.open({ url, service, pool: 1 }), { table, name, seconds: Number(seconds) });
for (;;) {
  process.stdout.write((await leader.leads()) ? 'leads\n' : 'waits\n');
  await new Promise((resolve) => setTimeout(resolve, 250));
}
