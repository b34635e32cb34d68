package dev.quadrille.planted;

import dev.quadrille.inbox.Inbox;

record PlantedInbox(Inbox inbox) {}
