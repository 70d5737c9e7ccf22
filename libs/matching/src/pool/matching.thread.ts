import { serveMatching } from './serve-matching.ts';

serveMatching();
