import {
  MantineProvider,
  createTheme,
  defaultVariantColorsResolver,
  type VariantColorsResolver,
} from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import type { MouseEvent } from "react";
import { RouterProvider } from "@tanstack/react-router";
import { forgetUser } from "./features/identity/forget-user.ts";
import { createQueryClient } from "./query-client.ts";
import { createConsoleRouter } from "./router.tsx";
import { FocusableButton } from "./ui/focusable-button.tsx";
import { NothingFound } from "./ui/nothing-found.tsx";
import { ToastProvider } from "./ui/toast.tsx";

/** Text on a filled button must be readable on the accent colour, which is light in the dark theme. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input);
  return input.variant === "filled" ? { ...colors, color: "var(--accent-ink)" } : colors;
};

const WITHOUT_ASTERISK = { defaultProps: { withAsterisk: false } };

const theme = createTheme({
  components: {
    Button: { defaultProps: { size: "xs", component: FocusableButton } },
    ActionIcon: { defaultProps: { component: FocusableButton } },
    // What is typed needs no arrow key before Enter, and replaces the name of what was selected before.
    Select: {
      defaultProps: {
        selectFirstOptionOnChange: true,
        onClick: ({ currentTarget }: MouseEvent<HTMLInputElement>) => currentTarget.select(),
        nothingFoundMessage: <NothingFound />,
      },
    },
    // Nearly every field of our forms is required.
    InputWrapper: WITHOUT_ASTERISK,
    PasswordInput: WITHOUT_ASTERISK,
  },
  variantColorResolver,
  fontFamily: "var(--mantine-font-family)",
  primaryColor: "indigo",
  cursorType: "pointer",
});

const queryClient = createQueryClient(() => {
  const { pathname, searchStr } = router.state.location;
  if (pathname === "/sign-in") return;
  void router
    .navigate({ to: "/sign-in", search: { to: `${pathname}${searchStr}`, from: "ended" } })
    .then(() => forgetUser(queryClient));
});
const router = createConsoleRouter(queryClient);

/**
 * Mantine writes no styles into the page: its variables are in our own files, because the page's policy
 * allows nothing else.
 */
export const App = () => (
  <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
    <QueryClientProvider client={queryClient}>
      <ToastProvider>
        <RouterProvider router={router} />
      </ToastProvider>
    </QueryClientProvider>
  </MantineProvider>
);
