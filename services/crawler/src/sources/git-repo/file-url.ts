/** The page of the file at its commit; the repository's page where the host's address scheme is not known. */
export function fileUrl(repositoryUrl: string, commit: string | null, path: string, line: number): string {
  if (commit === null || path === '' || !URL.canParse(repositoryUrl)) return repositoryUrl;
  const { hostname } = new URL(repositoryUrl);
  const base = repositoryUrl.replace(/\/+$/, '').replace(/\.git$/, '');
  const file = path.split('/').map(encodeURIComponent).join('/');
  if (hostname === 'github.com') return `${base}/blob/${commit}/${file}#L${line}`;
  if (hostname.includes('gitlab')) return `${base}/-/blob/${commit}/${file}#L${line}`;
  return repositoryUrl;
}
