import { execFileSync } from 'node:child_process';
import path from 'node:path';

/** A certificate of this run for names of this machine, and its private key, as files. */
export interface LocalCertificate {
  readonly certificate: string;
  readonly key: string;
}

/** Makes a certificate for `localhost`, its subdomains and 127.0.0.1 in a folder. */
export function makeCertificate(folder: string): LocalCertificate {
  const made = { certificate: path.join(folder, 'tls.pem'), key: path.join(folder, 'tls-key.pem') };
  const names = 'subjectAltName=DNS:localhost,DNS:*.localhost,IP:127.0.0.1';
  const files = ['-keyout', made.key, '-out', made.certificate];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  execFileSync('openssl', ['req', '-x509', ...kind, '-subj', '/CN=localhost', '-addext', names, ...files], {
    stdio: 'ignore',
  });
  return made;
}
