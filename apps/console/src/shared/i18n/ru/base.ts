export { common } from './common.ts';
export { errors, faults, reasons, repositoryFaults } from './errors.ts';
