// For a whole run of the tests: those of medium and kafka as deploy/bundle-tests.mjs bundled them, the others as in jest.config.mjs.
import { join } from 'node:path';
import config from './jest.config.mjs';

const BUNDLED = ['medium', 'kafka'];

const ofBundles = ({ transform: _, extensionsToTreatAsEsm: __, testMatch, ...project }) => ({
  ...project,
  roots: [join(import.meta.dirname, 'dist-tests')],
  transform: {},
  testMatch: testMatch.map((pattern) => pattern.replace(/ts$/, 'js')),
});

export default {
  ...config,
  projects: config.projects.map((project) => (BUNDLED.includes(project.displayName) ? ofBundles(project) : project)),
};
