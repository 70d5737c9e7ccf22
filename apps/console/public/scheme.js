// Sets the colour scheme and the language before the first paint; the keys are those of src/shared/lib/storage.ts.
(() => {
  let scheme = 'auto';
  let locale = 'ru';
  try {
    scheme = localStorage.getItem('leakwatch.scheme') || 'auto';
    locale = localStorage.getItem('leakwatch.locale') || 'ru';
  } catch {
    // Storage may be forbidden; the defaults stand.
  }
  const dark = scheme === 'dark' || (scheme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
  document.documentElement.lang = locale === 'en' ? 'en' : 'ru';
})();
