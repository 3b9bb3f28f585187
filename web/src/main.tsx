import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { setUpI18n } from "./i18n/set-up-i18n.ts";
import { App } from "./app.tsx";
import "@mantine/core/styles/baseline.css";
import "@mantine/core/styles/default-css-variables.css";
import "@mantine/core/styles/global.css";
import "@mantine/core/styles/UnstyledButton.css";
import "@mantine/core/styles/Button.css";
import "@mantine/core/styles/ActionIcon.css";
import "@mantine/core/styles/Loader.css";
import "@mantine/core/styles/Input.css";
import "@mantine/core/styles/InlineInput.css";
import "@mantine/core/styles/Combobox.css";
import "@mantine/core/styles/ScrollArea.css";
import "@mantine/core/styles/CloseButton.css";
import "@mantine/core/styles/PasswordInput.css";
import "@mantine/core/styles/Popover.css";
import "@mantine/core/styles/Menu.css";
import "@mantine/core/styles/FloatingIndicator.css";
import "@mantine/core/styles/SegmentedControl.css";
import "@mantine/core/styles/Group.css";
import "@mantine/core/styles/Pagination.css";
import "@mantine/core/styles/Radio.css";
import "@mantine/core/styles/Stepper.css";
import "@mantine/core/styles/VisuallyHidden.css";
import "@fontsource-variable/inter/wght.css";
import "./ui/tokens.css";

await setUpI18n();
createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
