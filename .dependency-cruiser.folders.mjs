// The folders of a service form no circle: one can be read, moved or replaced after those that it imports. Tests are left
// out: a test of one noun may set up another.
import base from './.dependency-cruiser.mjs';

export default {
  forbidden: [
    {
      name: 'no-circular-folders',
      severity: 'error',
      scope: 'folder',
      from: { path: '^services/[^/]+/src/' },
      to: { circular: true },
    },
  ],
  options: { ...base.options, exclude: { path: '(^|/)(dist|bench)/|\\.(spec|fixture)\\.ts$|^libs/' } },
};
