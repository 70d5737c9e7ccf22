import { spawnSync } from 'node:child_process';
import { cpus, loadavg } from 'node:os';

/** The machine of the measurement. The load shows whether other programs ran. */
export function machineLine(): string {
  const cores = cpus();
  const [load = 0] = loadavg();
  return `${cores[0]?.model.trim() ?? 'unknown processor'}, ${cores.length} cores, load ${load.toFixed(1)}; Node ${process.versions.node} (V8 ${process.versions.v8})`;
}

export function gitVersion(): string {
  return spawnSync('git', ['--version'], { encoding: 'utf8' }).stdout.trim();
}
