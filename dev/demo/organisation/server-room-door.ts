import sharp from "sharp";
import type { DemoFile } from "../demo-file.ts";

const PICTURE = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="1100">
  <rect width="900" height="1100" fill="#c9ced3"/>
  <rect y="960" width="900" height="140" fill="#7c838a"/>
  <rect x="215" y="105" width="470" height="855" fill="#5b6670"/>
  <rect x="245" y="135" width="410" height="825" fill="#8d9aa6"/>
  <rect x="290" y="190" width="320" height="250" rx="8" fill="#9fb3c2"/>
  <path d="M300 430 L440 200 H500 L360 430 Z" fill="#b7c8d4"/>
  <rect x="585" y="560" width="22" height="120" rx="10" fill="#39414a"/>
  <rect x="540" y="590" width="60" height="18" rx="9" fill="#39414a"/>
  <rect x="735" y="520" width="84" height="128" rx="12" fill="#2c333b"/>
  <rect x="752" y="545" width="50" height="40" rx="6" fill="#48525c"/>
  <circle cx="777" cy="618" r="9" fill="#d64541"/>
</svg>`;

/** A photo that has no text. */
export const SERVER_ROOM_DOOR: DemoFile = {
  name: "server-room-door.png",
  title: "Server room door",
  description: "The door of the server room.",
  control: "CC6.4",
  daysAgo: 34,
  make: () => sharp(Buffer.from(PICTURE)).png().toBuffer(),
};
