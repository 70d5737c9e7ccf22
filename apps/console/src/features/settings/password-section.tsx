import { useEffect, useState } from 'react';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { useDispatch } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { api } from '../../shared/api/api.ts';
import { OwnPasswordForm } from '../../shared/passwords/own-password-form.tsx';
import { notifySuccess } from '../../shared/ui/notify.tsx';
import { Section } from '../../shared/ui/section.tsx';

/** How long the success message shows before the main page opens; in milliseconds. */
const LEAD_ON_MS = 2000;

export function PasswordSection() {
  const { t } = useTexts();
  const navigate = useNavigate();
  const dispatch = useDispatch();
  const [changed, setChanged] = useState(false);
  useEffect(() => {
    if (!changed) return;
    const timer = setTimeout(() => void navigate('/'), LEAD_ON_MS);
    return () => clearTimeout(timer);
  }, [changed, navigate]);
  return (
    <Section title={t('settings.password')} lead={t('settings.password_lead')}>
      <OwnPasswordForm
        onChanged={() => {
          notifySuccess(t('password.changed'));
          dispatch(api.util.invalidateTags(['Sessions']));
          setChanged(true);
        }}
      />
    </Section>
  );
}
