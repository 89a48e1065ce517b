import 'latchkit/style.css';
import { cookies } from 'next/headers';
import { type ReactNode, Suspense } from 'react';
import { Providers } from './Providers';

export const metadata = { title: 'Latchkit with Next.js', icons: 'data:,' };

export default function RootLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <Suspense>
          <Remembered>{children}</Remembered>
        </Suspense>
      </body>
    </html>
  );
}

/**
 * Reads the stored connection from the request's cookies, so that the first paint is correct. With `cacheComponents`, Next.js requires
 * a Suspense boundary around everything that reads the request.
 */
async function Remembered({ children }: { children: ReactNode }) {
  const cookie = (await cookies()).toString();
  return <Providers cookie={cookie}>{children}</Providers>;
}
