export { type SiteVerify, startSiteVerify, type VerifiedSite } from './site-verify.ts';
