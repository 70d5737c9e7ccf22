import { TokenSection } from './api-token/token-section.tsx';
import { LanguageSection } from './language-section.tsx';
import { NotificationsSection } from './notifications/notifications-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { SessionsSection } from './sessions/sessions-section.tsx';
import { TwoFactorSection } from './two-factor/two-factor-section.tsx';

/** In the order of the page. Each section has a folder or a file of its own. */
const SECTIONS = [LanguageSection, PasswordSection, TwoFactorSection, SessionsSection, TokenSection, NotificationsSection];

/** /settings: what people set for themselves. */
export function AccountPage() {
  return (
    <>
      {SECTIONS.map((Section) => (
        <Section key={Section.name} />
      ))}
    </>
  );
}
