export { CRAWLED_SOURCES } from '@leakwatch/vocabulary';
